import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  deleteTestClock,
  getTestClock,
  putTestClock,
} from "~/features/billing/test-clock/test-clock.endpoints.server";
import type { TestClock } from "~/features/billing/test-clock/test-clock.service.server";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { updateContractNextDate } from "~/features/contracts/operations/orders/next-date.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { createPortalLink } from "~/features/portal-links/portal-links.endpoints.server";
import { DAY_MS } from "~/lib/days";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { mails } from "~db/schema/mails";
import {
  billedMonthly,
  createTestGatewayShop,
  findDisagreements,
  listOrdersOf,
  listTriesOf,
} from "../../support/calls/billing";
import { idOf, send } from "../../support/calls/contract-calls";
import { askJson } from "../../support/calls/json-endpoints";
import { listPlan, readContractRow } from "../../support/data/contract-plan";
import { inDaysAtNine } from "../../support/data/days";
import { readEvents } from "../../support/data/events";
import { createTestShop, NOW, type TestShop } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { runJobs } from "../../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test" });

const ask = async (method: "GET" | "PUT" | "DELETE", now?: Date | string, of = shop, key = of.writeKey) => {
  const query = now === undefined ? "" : `?now=${now instanceof Date ? now.toISOString() : now}`;
  const endpoints = [getTestClock, putTestClock, deleteTestClock];
  const response = await askJson(endpoints, `/x${query}`, { method, key });
  return {
    status: response.status,
    body: (await response.json()) as TestClock & Omit<ProblemBody, "status">,
  };
};
/** Moves the clock, and lets the workers do what is due. */
async function goTo(now: Date, of = shop): Promise<void> {
  expect(await ask("PUT", now, of)).toMatchObject({ status: 200 });
  expect(await runJobs()).toEqual([]);
  expect((await ask("GET", undefined, of)).body).toEqual({ now: now.toISOString(), status: "READY" });
}
const inDays = (days: number) => new Date(inDaysAtNine(days).getTime() + 3 * 3_600_000);

describe("a quarter on", () => {
  test("every order of it is made on its day, in order, and the plan goes on from there", async () => {
    const weekly = { billingInterval: "WEEK", deliveryInterval: "WEEK" } as const;
    const contract = await billedMonthly(shop, { ...weekly, nextBillingDate: inDaysAtNine(3) });
    await goTo(inDays(60));
    const made = await listOrdersOf(shop.id);
    expect(made.map(({ paidAt }) => Math.round((+paidAt - +inDaysAtNine(0)) / DAY_MS))).toEqual([
      3, 10, 17, 24, 31, 38, 45, 52, 59,
    ]);
    const ahead = (await listPlan(contract)).filter((order) => order.startsWith("QUEUED"));
    expect(ahead).toHaveLength(3);
    expect((await readContractRow(contract)).nextBillingDate).toEqual(inDaysAtNine(66));
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("in one step or in many, the end is the same", async () => {
    const other = await createTestGatewayShop();
    for (const each of [shop, other])
      for (const lastDigits of ["0341", "0119", "5126"])
        await billedMonthly(each, { nextBillingDate: inDaysAtNine(2), lastDigits });
    await goTo(inDays(40));
    for (const day of [1, 2, 9, 33, 40]) await goTo(inDays(day), other);
    const readBilling = async ({ id }: TestShop) => ({
      orders: (await listOrdersOf(id)).map(({ paidAt, total }) => `${paidAt.toISOString()} ${total}`),
      tries: (await listTriesOf(id)).map(
        (each) => `${each.createdAt.toISOString()} ${each.state} ${each.errorCode}`,
      ),
    });
    expect(await readBilling(other)).toEqual(await readBilling(shop));
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("retries, their end and the mails follow the clock", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2), lastDigits: "0002" });
    await goTo(inDays(20));
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", pausedOn: inDaysAtNine(16) });
    expect(await listTriesOf(shop.id)).toHaveLength(7);
    const sent = await db
      .select({ createdAt: mails.createdAt })
      .from(mails)
      .where(and(eq(mails.shopId, shop.id), eq(mails.kind, "payment_failed")))
      .orderBy(mails.id);
    expect(sent.map(({ createdAt }) => createdAt)).toEqual([inDaysAtNine(3), inDaysAtNine(16)]);
  });

  test("a contract ends at its end date, not where the clock was moved to", async () => {
    const endsAt = inDays(10);
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3), endsAt });
    await goTo(inDays(20));
    expect(await readContractRow(contract)).toMatchObject({ status: "EXPIRED", endsAt, updatedAt: endsAt });
    expect((await listPlan(contract)).map((order) => order.split(" ")[0])).toEqual(["SUCCESS"]);
  });
});

describe("an order that is planned within the days of its announcement", () => {
  /** Days of the clock on which orders were announced. */
  const listDays = async () =>
    (await readEvents(shop.readKey))
      .filter(({ type }) => type.endsWith("upcoming-order-notification"))
      .map(({ timestamp }) => Math.round((+new Date(timestamp) - +inDaysAtNine(0)) / DAY_MS));

  test("is announced once, also while the events have no positions yet", async () => {
    await saveNoticeSettings(db, shop.id, { mailKinds: [], smsKinds: [], upcomingDays: 30 }, NOW);
    const weekly = { billingInterval: "WEEK", deliveryInterval: "WEEK" } as const;
    await billedMonthly(shop, { ...weekly, nextBillingDate: inDaysAtNine(3) });
    await goTo(inDays(20));
    expect(await listDays()).toEqual([3, 10, 17]);
  });

  test("by a person is announced the day after, though the clock has nothing else to do then", async () => {
    await saveNoticeSettings(db, shop.id, { mailKinds: [], smsKinds: [], upcomingDays: 30 }, NOW);
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(5), status: "PAUSED" });
    await db.delete(billingAttempts).where(eq(billingAttempts.contractId, contract.id));
    await goTo(inDays(1));
    expect((await send(shop, updateContractStatus, { ...idOf(contract), status: "ACTIVE" })).status).toBe(
      200,
    );
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: inDaysAtNine(5) });
    await goTo(inDays(4));
    expect(await listDays()).toEqual([2]);
  });
});

describe("a shop whose clock was moved", () => {
  test("has its own now in requests; keys and links keep the real one", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(40) });
    await goTo(inDays(30));
    const setDate = (date: Date) =>
      send(shop, updateContractNextDate, {
        contractId: contract.subscriptionContractId,
        nextBillingDate: date.toISOString(),
      });
    expect(await setDate(inDays(20))).toMatchObject({ status: 400 });
    expect(await setDate(inDays(35))).toMatchObject({ status: 200 });
    expect((await readContractRow(contract)).updatedAt).toEqual(inDays(30));
    const link = await askJson(createPortalLink, `/x?customerId=${contract.customerId}`, {
      key: shop.writeKey,
    });
    const { tokenExpirationTime } = (await link.json()) as { tokenExpirationTime: string };
    expect(Date.parse(tokenExpirationTime)).toBeLessThan(Date.now() + DAY_MS);
  });

  test("stays alone: other shops have the real clock", async () => {
    const other = await createTestGatewayShop();
    const contract = await billedMonthly(other, { nextBillingDate: inDaysAtNine(2) });
    await goTo(inDays(30));
    expect((await ask("GET", undefined, other)).body.now.slice(0, 10)).toBe(
      new Date().toISOString().slice(0, 10),
    );
    expect((await listPlan(contract))[0]).toMatch(/^QUEUED/);
  });
});

describe("the clock", () => {
  test("begins anywhere from a day ago on, and then only moves forward, by two years at most", async () => {
    expect(await ask("PUT", new Date(Date.now() - 2 * DAY_MS))).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "now" }] },
    });
    await goTo(new Date(Date.now() - DAY_MS / 2));
    await goTo(inDays(10));
    expect(await ask("PUT", inDays(9))).toMatchObject({ status: 400 });
    expect(await ask("PUT", inDays(800))).toMatchObject({ status: 400 });
    expect(await ask("PUT", "2026-01-01")).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "now" }] },
    });
    expect(await ask("PUT")).toMatchObject({ status: 400 });
  });

  test("is ADVANCING until the workers have done what falls due", async () => {
    await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2) });
    expect((await ask("PUT", inDays(5))).body.status).toBe("ADVANCING");
    expect(await ask("DELETE")).toMatchObject({ status: 409 });
    await runJobs();
    expect((await ask("GET")).body).toEqual({ now: inDays(5).toISOString(), status: "READY" });
  });

  test("is returned only while no order is after the real time", async () => {
    await goTo(inDays(5));
    expect(await ask("DELETE")).toMatchObject({ status: 200, body: { status: "READY" } });
    await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2) });
    await goTo(inDays(5));
    expect(await ask("DELETE")).toMatchObject({ status: 409 });
  });

  test("is nothing for other shops, or for a key that only reads", async () => {
    const other = await createTestShop();
    for (const method of ["GET", "DELETE"] as const)
      expect(await ask(method, undefined, other)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await ask("PUT", inDays(1), other)).toMatchObject({ status: 403 });
    expect(await ask("PUT", inDays(1), shop, shop.readKey)).toMatchObject({ status: 403 });
    expect(await ask("GET", undefined, shop, shop.readKey)).toMatchObject({ status: 200 });
  });
});
