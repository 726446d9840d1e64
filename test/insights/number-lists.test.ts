import fc from "fast-check";
import { expect, test } from "vitest";
import { listActivityLogs } from "~/features/activity/activity-log.endpoints.server";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { reportOrders } from "~/features/billing/orders/order-report.endpoints.server";
import { orderExport } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import { contractListPageLoader } from "~/features/contract-list/contract-list-page.endpoints.server";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { addDays } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { toListHref } from "~/features/insights/facts/list-url.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { db } from "~db/client.server";
import { factDays, NO_STATUS } from "~db/schema/facts";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { requestList } from "../support/data/contract-list";
import { readAttempts } from "../support/data/contract-plan";
import { insertContract, NOW, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { askList } from "./counted-lists";

const timeZone = "Pacific/Auckland";
const shop = shopOfEachTest({ gateway: "test", timeZone });
/** Long after everything that is created here, so that its days are past. */
const today = "2027-01-01";

/** Three months in which orders are paid, fail, are recovered, given up, skipped and refunded; contracts end and come back. */
async function liveThroughSpring(): Promise<void> {
  await recountFacts(shop.shop, { isRepaired: true, now: NOW });
  const contracts = [];
  for (const lastDigits of ["4242", "4242", "0119", "0119", "9995", "0069", "9235"])
    contracts.push(await billedMonthly(shop, { lastDigits }));
  await insertContract(shop.id, {
    attempts: [
      {
        status: "SUCCESS",
        billingDate: daysAfterDue(-3),
        completedAt: null,
        orderAmount: "7.5",
        orderName: "#1",
      },
      { status: "SKIPPED", billingDate: daysAfterDue(2) },
    ],
  });
  await runAt(shop, DUE);
  const [kept, other] = contracts;
  const refund = async (of: typeof kept, days: number, amount: string) =>
    refundOrder(callerAt(shop, daysAfterDue(days)), (of && (await readAttempts(of))[0]?.id) ?? 0, { amount });
  await refund(kept, 1, "2.50");
  await refund(kept, 12, "1.25");
  for (const days of [1, 3, 4]) await runAt(shop, daysAfterDue(days));
  await refund(other, 4, "10");
  for (const days of [7, 15, 31, 46]) await runAt(shop, daysAfterDue(days));
  const change = (status: "CANCELLED" | "ACTIVE" | "PAUSED", days: number) =>
    contractStatus.run(callerAt(shop, daysAfterDue(days)), {
      contractId: kept?.subscriptionContractId ?? 0,
      status,
    });
  await change("CANCELLED", 47);
  await change("ACTIVE", 50);
  await change("PAUSED", 51);
  await change("ACTIVE", 52);
  // The one imported order is in no fact.
  await recountFacts(shop.shop, { isRepaired: true, now: NOW });
}

const askApi = (listUrl: string) => {
  const { pathname, search } = new URL(listUrl, "http://localhost");
  const key = shop.readKey;
  if (pathname.endsWith("/report")) return askJson(reportOrders, `${pathname}${search}`, { key });
  if (pathname.endsWith("/activity-logs")) return askJson(listActivityLogs, `${pathname}${search}`, { key });
  return requestList(key, search);
};

test("every number of any days has as many rows in its list, and its money in their sum: API, admin and CSV", async () => {
  await liveThroughSpring();
  const cookie = await signIn(shop.id, shop.staff.id);
  const seen = new Map<string, number>();
  const see = async (from: string, to: string) => {
    const range = { from, to, currencyCode: "USD" };
    const { numbers } = await readOverview(shop.shop, range, today);
    for (const { name, value, listUrl } of numbers) {
      const what = `${name} ${from} ${to}`;
      if (listUrl) expect(Number((await askApi(listUrl)).headers.get("X-Total-Count")), what).toBe(value);
      const href = toListHref(name, range, { today, timeZone });
      if (!href) continue;
      seen.set(name, (seen.get(name) ?? 0) + Number(value));
      const isOrders = href.startsWith("/admin/orders");
      const page = await askList(href, cookie);
      expect(page.problems, what).toEqual({});
      if (!name.endsWith("evenue") && name !== "refunds")
        expect([page.rows.length, page.total], what).toEqual([value, value]);
      else expect(Number(page.sum?.replace(/[$,]/g, "") ?? 0), what).toBeCloseTo(value ?? 0, 2);
      if (!isOrders) continue;
      const request = pageRequest(href.replace("/admin/orders", "/admin/orders.csv"), { cookie });
      const csv = await (await orderExport.loader({ request, params: {}, context: {} })).text();
      expect(csv.trim().split("\r\n").length - 1, what).toBe(page.rows.length);
    }
  };
  await see("2026-03-01", "2026-06-30");
  expect(Object.fromEntries(seen)).toMatchObject({
    paidOrders: expect.any(Number),
    refunds: 13.75,
    skippedOrders: expect.any(Number),
  });
  const names = [
    "paidOrders",
    "revenue",
    "failedOrders",
    "recoveredOrders",
    "recoveredRevenue",
    "lostOrders",
  ];
  const ofPastStatus = ["activeContracts", "pausedContracts", "subscribers"];
  for (const name of [
    ...names,
    ...ofPastStatus,
    "skippedOrders",
    "newContracts",
    "churnedContracts",
    "reactivatedContracts",
  ])
    expect(seen.get(name), name).toBeGreaterThan(0);
  const days = fc.integer({ min: -5, max: 60 }).map((ago) => addDays("2026-03-31", ago));
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 0, max: 20 }), (from, more) => see(from, addDays(from, more))),
    { numRuns: 5 },
  );
});

test("a contract that ended twice is twice in the API's list; the admin has it once and says how often", async () => {
  const { subscriptionContractId: contractId } = await billedMonthly(shop);
  for (const [days, status] of [
    [0, "CANCELLED"],
    [1, "ACTIVE"],
    [2, "CANCELLED"],
  ] as const)
    await contractStatus.run(callerAt(shop, daysAfterDue(days)), { contractId, status });
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async (name: NumberName, to: string) => {
    const range = { from: "2026-03-31", to, currencyCode: "USD" };
    const { numbers } = await readOverview(shop.shop, range, today);
    const number = numbers.find((each) => each.name === name);
    const response = await askApi(number?.listUrl ?? "");
    const entries = (await response.json()) as { contractId: number }[];
    const href = toListHref(name, range, { today, timeZone }) ?? "";
    const page = (await ask(contractListPageLoader, pageRequest(href, { cookie }))).data as ContractListPage;
    return {
      value: number?.value,
      total: Number(response.headers.get("X-Total-Count")),
      entries: entries.map((entry) => entry.contractId),
      rows: page.rows.map(({ id }) => id),
      times: page.times,
    };
  };
  const once = { value: 1, total: 1, entries: [contractId], rows: [contractId], times: null };
  const twice = { ...once, value: 2, total: 2, entries: [contractId, contractId], times: "ended 2 times" };
  expect(await read("churnedContracts", "2026-04-30")).toEqual(twice);
  expect(await read("churnedContracts", "2026-04-01")).toEqual(once);
  expect(await read("reactivatedContracts", "2026-04-30")).toEqual(once);
});

test("a number beyond 10,000 names no list, since longer ones are estimated, but for a status of today, which is counted", async () => {
  const insertNew = (day: string, count: number) =>
    db.insert(factDays).values({
      ...{ shopId: shop.id, day, kind: "NEW", currencyCode: "USD", count, amount: "0", subscribers: 0 },
      ...{ fromStatus: NO_STATUS, toStatus: "ACTIVE" },
    });
  await insertNew("2026-04-10", 10_000);
  await insertNew("2026-04-12", 1);
  await db.insert(factDays).values({
    ...{ shopId: shop.id, day: "2026-04-11", kind: "PAID", currencyCode: "USD", count: 10_001, amount: "0" },
    ...{ subscribers: 0, fromStatus: NO_STATUS, toStatus: NO_STATUS },
  });
  const listed = async (to: string, day: string) => {
    const { numbers } = await readOverview(shop.shop, { from: "2026-04-10", to, currencyCode: "USD" }, day);
    return ["newContracts", "activeContracts", "paidOrders"].filter(
      (name) => numbers.find((each) => each.name === name)?.listUrl,
    );
  };
  expect(await listed("2026-04-10", today)).toEqual(["newContracts", "activeContracts", "paidOrders"]);
  expect(await listed("2026-04-11", today)).toEqual(["newContracts", "activeContracts"]);
  expect(await listed("2026-04-12", today)).toEqual([]);
  expect(await listed("2026-04-12", "2026-04-12")).toEqual(["activeContracts"]);
});
