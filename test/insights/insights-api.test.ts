import { expect, test } from "vitest";
import type { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { createAutomation } from "~/features/bulk-automations/tasks/automations.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import {
  getChurn,
  getCohorts,
  getMrr,
  getOverview,
  getPayments,
  getProducts,
} from "~/features/insights/api/insights.endpoints.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import type { mrrRecord } from "~/features/insights/records/mrr-record";
import type { overviewRecord } from "~/features/insights/records/overview-record";
import type { paymentsRecord } from "~/features/insights/records/payments-record";
import type { productsRecord } from "~/features/insights/records/products-record";
import { toDayString } from "~/lib/format";
import { enqueue } from "~/queue/enqueue.server";
import { client, db } from "~db/client.server";
import { billedMonthly, DUE, runAt } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { importFiles } from "../support/calls/run-import";
import { requestList } from "../support/data/contract-list";
import { readAttempts } from "../support/data/contract-plan";
import { createTestShop, insertContract, insertCustomer, NOW, testAudit } from "../support/data/factories";
import { run } from "../support/data/many/bulk";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";
import { catalogue, contractsCsv, headRow } from "../support/processes/shop-files";

const shop = shopOfEachTest({ gateway: "test", timeZone: "Pacific/Auckland" });
const ENDPOINTS = {
  overview: getOverview,
  mrr: getMrr,
  cohorts: getCohorts,
  churn: getChurn,
  payments: getPayments,
  products: getProducts,
};
type Name = keyof typeof ENDPOINTS;

const ask = (name: Name, search = "", key = shop.readKey) =>
  askJson(ENDPOINTS[name], `/api/external/v2/analytics/${name}${search}`, { key });
async function read<S extends z.ZodType>(name: Name, search = "", key = shop.readKey): Promise<z.output<S>> {
  const response = await ask(name, search, key);
  expect(response.status).toBe(200);
  return response.json();
}
const caller = (now: Date) => ({ shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now });
const recount = (isRepaired: boolean, of = shop) => recountFacts(of.shop, { isRepaired, now: NOW });

test("each answers under its address, to a key that may read, and as it is documented", async () => {
  await billedMonthly(shop);
  await recount(true);
  await runAt(shop, DUE);
  for (const name of Object.keys(ENDPOINTS) as Name[]) {
    expect(endpointTable.some(({ path }) => path === `/api/external/v2/analytics/${name}`)).toBe(true);
    const body = await read(name, "?from=2026-03-01&to=2026-04-30");
    const { response } = ENDPOINTS[name];
    expect(response?.safeParse(body).error).toBeUndefined();
    expect((await ask(name, "", "none")).status).toBe(401);
  }
});

test("every number with a list of contracts has as many in it", async () => {
  // At midnight in Auckland, on both sides of the requested days.
  for (const createdAt of [
    "2026-03-01T10:59:59.999Z",
    "2026-03-01T11:00:00.000Z",
    "2026-03-03T10:59:59.999Z",
  ])
    await insertContract(shop.id, { createdAt: new Date(createdAt) });
  await insertContract(shop.id, {
    createdAt: new Date("2026-03-03T11:00:00Z"),
    status: "PAUSED",
    pausedOn: NOW,
  });
  await recount(true);
  const today = toDayString(new Date(), "Pacific/Auckland");
  const values: Record<string, number | null> = {};
  for (const to of ["2026-03-03", today]) {
    const { numbers } = await read<typeof overviewRecord>("overview", `?from=2026-03-02&to=${to}`);
    for (const { name, value, listUrl } of numbers) {
      if (!listUrl?.includes("/subscription-contract-details?")) continue;
      const search = new URL(listUrl, "http://localhost").search;
      const list = await requestList(shop.readKey, search);
      expect(Number(list.headers.get("X-Total-Count")), `${name} up to ${to}`).toBe(value);
      values[`${name} ${to === today ? "today" : to}`] = value;
    }
  }
  expect(values).toEqual({
    "newContracts 2026-03-03": 2,
    "activeContracts 2026-03-03": 3,
    "pausedContracts 2026-03-03": 0,
    "newContracts today": 3,
    "activeContracts today": 3,
    "pausedContracts today": 1,
  });
});

test("MRR changes by its movements, point for point, and payments and products show what was sold", async () => {
  const products = [
    { productId: 70, variantId: 71, currentPrice: "10.00", quantity: 3, sellingPlanName: "Monthly" },
  ];
  const address = { countryCode: "NZ" } as never;
  const one = await billedMonthly(shop, { lines: products, deliveryAddress: address, deliveryPrice: "5.00" });
  const two = await billedMonthly(shop, { lastDigits: "9235" });
  await recount(true);
  await runAt(shop, DUE);
  const [order] = await readAttempts(one);
  await refundOrder(caller(DUE), order?.id ?? 0, { amount: "7.50" });
  await contractStatus.run(caller(DUE), { contractId: two.subscriptionContractId, status: "PAUSED" });
  const range = "?from=2026-03-02&to=2026-04-02&interval=month";
  const mrr = await read<typeof mrrRecord>("mrr", range);
  const none = { new: 0, expansion: 0, contraction: 0, churned: 0, reactivated: 0 };
  expect(mrr).toEqual({
    currencyCode: "USD",
    interval: "MONTH",
    openingMrr: 0,
    points: [
      { date: "2026-03-02", ...none, mrr: 30, new: 40, contraction: 10 },
      { date: "2026-04-01", ...none, mrr: 30 },
    ],
  });
  const nothing = { orders: 0, amount: 0 };
  expect(await read<typeof paymentsRecord>("payments", range)).toMatchObject({
    recoveryRate: null,
    total: {
      paid: { orders: 1, amount: 35 },
      failed: { orders: 1, amount: 10 },
      recovered: nothing,
      lost: nothing,
      refunded: { orders: 1, amount: 7.5 },
    },
  });
  const sold = { orders: 1, units: 3, amount: 30 };
  const expected = {
    products: [{ productId: 70, title: null, ...sold }],
    variants: [{ variantId: 71, title: null, ...sold }],
    plans: [{ plan: "Monthly", ...sold }],
    countries: [{ countryCode: "NZ", ...sold }],
  };
  expect(await read<typeof productsRecord>("products", range)).toMatchObject(expected);
  const before = await read("overview", range);
  await enqueue(db, "fold-facts", {});
  expect(await runJobs(() => DUE)).toEqual([]);
  expect(await client`select from facts where shop_id = ${shop.id}`).toHaveLength(0);
  expect(await read<typeof productsRecord>("products", range)).toMatchObject(expected);
  expect(await read("overview", range)).toEqual(before);
  expect((await recount(false)).differences.map(toDifferenceText)).toEqual([]);
});

test("what imports and bulk changes do is counted as if it were done one by one", async () => {
  const contracts = ["ACTIVE", "ACTIVE", "PAUSED", "CANCELLED", "FAILED"];
  const csv = contractsCsv(contracts.map((status, index) => headRow(`sub-${index}`, { status })));
  await importFiles(shop.id, { ...catalogue, contracts: csv });
  for (const status of ["CANCELLED", "ACTIVE"]) {
    const selection = { type: "ALL" } as const;
    const wanted = { kind: "CONTRACT_STATUS", parameters: { status }, selection, isDraft: false };
    const { id } = await createAutomation(shop.id, wanted, { audit: testAudit(), staffId: null });
    await run(shop.id, id, NOW);
  }
  expect((await recount(false)).differences.map(toDifferenceText)).toEqual([]);
  const today = toDayString(NOW, "Pacific/Auckland");
  const { numbers } = await read<typeof overviewRecord>("overview", `?from=${today}&to=${today}`);
  const values = Object.fromEntries(numbers.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    newContracts: 5,
    churnedContracts: 3,
    reactivatedContracts: 5,
    activeContracts: 5,
  });
  expect(values.subscribers).toBe(1);
});

test("two contracts of a customer that end at once end one subscriber", async () => {
  const customerId = (await insertCustomer(shop.id)).id;
  const pair = [await insertContract(shop.id, { customerId }), await insertContract(shop.id, { customerId })];
  await recount(true);
  const cancel = ({ subscriptionContractId: contractId }: (typeof pair)[number]) =>
    contractStatus.run(caller(NOW), { contractId, status: "CANCELLED" });
  await Promise.all(pair.map(cancel));
  expect((await recount(false)).differences.map(toDifferenceText)).toEqual([]);
});

test("an invalid query is answered with all its errors", async () => {
  const errorsOf = async (name: Name, search: string) => {
    const response = await ask(name, search);
    expect(response.status).toBe(400);
    return ((await response.json()) as { errors: { parameter: string; code: string }[] }).errors.map(
      ({ parameter, code }) => `${parameter} ${code}`,
    );
  };
  expect(await errorsOf("mrr", "?from=2026-02-30&to=yesterday&interval=HOUR&currency=EURO")).toEqual([
    "from invalid_date",
    "to invalid_date",
    "currency invalid_value",
    "interval invalid_value",
  ]);
  expect(await errorsOf("overview", "?from=2026-03-02&to=2026-03-01")).toEqual(["to out_of_range"]);
  expect(await errorsOf("cohorts", "?from=2001-01-01&to=2026-03-01")).toEqual(["from out_of_range"]);
  expect(await errorsOf("churn", "?from=1999-12-31&to=3000-01-01")).toEqual([
    "from out_of_range",
    "to out_of_range",
  ]);
});

test("numbers are the shop's own: another shop's key sees nothing of them", async () => {
  await insertContract(shop.id);
  await recount(true);
  const other = await createTestShop();
  const { numbers, currencies } = await read<typeof overviewRecord>(
    "overview",
    "?to=2026-04-01",
    other.readKey,
  );
  expect(currencies).toEqual([]);
  expect(numbers.filter(({ value }) => value !== 0 && value !== null)).toEqual([]);
});
