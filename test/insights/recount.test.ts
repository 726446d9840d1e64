import { expect, test } from "vitest";
import { findShopSettings } from "~/access/shops.repo.server";
import { shopSettingsSchema } from "~/access/shops.schema.server";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { countContracts } from "~/features/contracts/list/contract-list.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { rollUpFacts } from "~/features/facts/facts.repo.server";
import { readChurn } from "~/features/insights/facts/churn.service.server";
import { readCohorts } from "~/features/insights/facts/cohorts.service.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { updateShopSettings } from "~/features/shops/shops.service.server";
import { enqueue } from "~/queue/enqueue.server";
import { client, db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, runAt } from "../support/calls/billing";
import { readAttempts } from "../support/data/contract-plan";
import { setShopClock } from "../support/data/days";
import { insertContract, insertCustomer, NOW, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test", timeZone: "Europe/Berlin" });
const at = (text: string) => new Date(text);
const RULES = { storeDomainSuffix: ".mystore.example", ownHost: null, takesLoopback: true };
const caller = (now: Date) => ({ shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now });
const RANGE = { from: "2026-01-01", to: "2026-04-30", currencyCode: "USD" };

const listDifferences = async () =>
  (await recountFacts(shop.shop, { isRepaired: false, now: NOW })).differences.map(toDifferenceText);
const repair = () => recountFacts(shop.shop, { isRepaired: true, now: NOW });
const numbersOf = async () => {
  const { numbers, wholeFrom } = await readOverview(shop.shop, RANGE, RANGE.to);
  return { wholeFrom, ...Object.fromEntries(numbers.map(({ name, value }) => [name, value])) };
};

test("contracts missing from the facts are reported, and repaired from row and history", async () => {
  const customerId = (await insertCustomer(shop.id)).id;
  const createdAt = at("2026-01-31T23:30:00Z");
  const lines = [{ productId: 7 }];
  await insertContract(shop.id, { customerId, createdAt, lines });
  const ended = {
    status: "CANCELLED",
    cancelledOn: at("2026-02-20T12:00:00Z"),
    cancellationFeedback: "Moving: to Rome",
  } as const;
  await insertContract(shop.id, { customerId, createdAt, lines, ...ended });
  const differences = await listDifferences();
  expect(differences).toContain("2026-02-01 NEW none to ACTIVE USD: 2 counted, 20.0000");
  expect(differences).toContain("2026-02-20 CHURNED ACTIVE to CANCELLED USD: 1 counted, -10.0000");
  expect(differences).toContain("2026-02-01 subscribers: 1");
  expect((await repair()).differences).toHaveLength(differences.length + 1);
  expect(await listDifferences()).toEqual([]);
  expect(await numbersOf()).toMatchObject({ mrr: 10, newContracts: 2, churnedContracts: 1, subscribers: 1 });
  expect(await readChurn(shop.shop, RANGE, RANGE.to)).toMatchObject({
    reasons: [{ reason: "Moving", contracts: 1, mrr: 10 }],
    ages: [{ months: 0, contracts: 1, mrr: 10 }],
    products: [{ productId: 7, title: null, contracts: 1, mrr: 10 }],
  });
  expect((await readCohorts(shop.shop, RANGE)).cohorts[1]).toEqual({
    month: "2026-02-01",
    contracts: 2,
    mrr: 20,
    months: [
      { month: "2026-02-01", age: 0, contracts: 1, mrr: 10 },
      { month: "2026-03-01", age: 1, contracts: 1, mrr: 10 },
      { month: "2026-04-01", age: 2, contracts: 1, mrr: 10 },
    ],
  });
});

test("a lost fact is found, whether it was rolled up or not", async () => {
  const contract = await insertContract(shop.id, { createdAt: NOW });
  await repair();
  const target = { contractId: contract.subscriptionContractId };
  await contractStatus.run(caller(NOW), { ...target, status: "PAUSED" });
  await contractStatus.run(caller(NOW), { ...target, status: "ACTIVE" });
  expect(await listDifferences()).toEqual([]);
  await client`delete from facts where shop_id = ${shop.id} and kind = 'CONTRACTION'`;
  const lost = [
    "2026-03-02 CONTRACTION ACTIVE to PAUSED USD: 1 counted, -10.0000",
    '2026-03-01 cohort "2026-03-01" USD: 0 counted, -10.0000',
  ];
  expect(await listDifferences()).toEqual(lost);
  await inTransaction((tx) => rollUpFacts(tx, shop.id, 100));
  expect(await listDifferences()).toEqual(lost);
});

test("shops older than the facts get theirs by a job, once, without counting changes made meanwhile twice", async () => {
  const contract = await insertContract(shop.id, { createdAt: at("2026-01-10T09:00:00Z") });
  await client`delete from fact_states where shop_id = ${shop.id}`;
  await contractStatus.run(caller(NOW), { contractId: contract.subscriptionContractId, status: "PAUSED" });
  expect(await numbersOf()).toMatchObject({ wholeFrom: null, mrr: -10 });
  for (const times of [1, 2]) {
    await enqueue(db, "count-facts", {});
    expect(await runJobs(() => NOW)).toEqual([]);
    expect(await numbersOf(), `run ${times}`).toMatchObject({
      wholeFrom: "2026-03-02",
      mrr: 0,
      pausedContracts: 1,
    });
  }
  expect(await listDifferences()).toEqual([]);
});

test("what the job cannot know begins at the present of the shop's test clock", async () => {
  await setShopClock(shop.id, at("2026-05-02T12:00:00Z"));
  await insertContract(shop.id, { createdAt: at("2026-01-10T09:00:00Z") });
  await client`delete from fact_states where shop_id = ${shop.id}`;
  await enqueue(db, "count-facts", {});
  expect(await runJobs(() => NOW)).toEqual([]);
  expect(await client`select recounted_at from fact_states where shop_id = ${shop.id}`).toMatchObject([
    { recounted_at: "2026-05-02 12:00:00+00" },
  ]);
});

test("products of contracts that ended before these were stored are filled in where they are known, and recounted from then on", async () => {
  const line = { productId: 7 };
  const [gone, back] = [
    await insertContract(shop.id, { createdAt: NOW, lines: [line] }),
    await insertContract(shop.id, { createdAt: NOW, lines: [line, { productId: 8 }] }),
  ];
  await repair();
  const become = (contract: typeof gone, now: Date, status: "ACTIVE" | "CANCELLED") =>
    contractStatus.run(caller(now), { contractId: contract.subscriptionContractId, status });
  await become(gone, NOW, "CANCELLED");
  await become(back, NOW, "CANCELLED");
  await become(back, NOW, "ACTIVE");
  await client`delete from ended_products where shop_id = ${shop.id}`;
  await client`update fact_states set version = 2 where shop_id = ${shop.id}`;
  expect(await listDifferences()).toEqual([]);
  const countEndedWith = async (endedProductId: number) =>
    (await countContracts(shop.shop, { filters: { endedProductId } })).count;
  const readProducts = async () =>
    (await readChurn(shop.shop, RANGE, RANGE.to)).products.map((each) => [each.productId, each.contracts]);
  for (const times of [1, 2]) {
    await enqueue(db, "count-facts", {});
    expect(await runJobs(() => NOW)).toEqual([]);
    expect([await countEndedWith(7), await countEndedWith(8)], `run ${times}`).toEqual([1, 0]);
    expect(await listDifferences()).toEqual([]);
  }
  const known = [
    [7, 2],
    [8, 1],
  ];
  expect(await readProducts()).toEqual(known);
  await become(back, at("2026-03-03T12:00:00Z"), "CANCELLED");
  expect([await countEndedWith(7), await countEndedWith(8)]).toEqual([2, 1]);
  expect(await listDifferences()).toEqual([]);
  await client`update facts set product_ids = null where shop_id = ${shop.id}`;
  expect(await listDifferences()).toEqual([
    '2026-03-03 churned_product "7" USD: 1 counted, 20.0000',
    '2026-03-03 churned_product "8" USD: 1 counted, 20.0000',
  ]);
});

test("orders paid, failed, given up and refunded are counted on the day of the shop's zone", async () => {
  const paid = await billedMonthly(shop, { createdAt: NOW });
  await billedMonthly(shop, { createdAt: NOW, lastDigits: "9235" });
  await repair();
  await runAt(shop, at("2026-03-31T22:30:00Z"));
  await runAt(shop, at("2026-04-15T22:30:00Z"));
  const [order] = await readAttempts(paid);
  await refundOrder(caller(at("2026-04-20T22:30:00Z")), order?.id ?? 0, { amount: "4" });
  expect(await listDifferences()).toEqual([]);
  const days =
    await client`select day::text || ' ' || kind || ' ' || trim_scale(amount)::text as fact from facts
    where shop_id = ${shop.id} and kind in ('FAILED', 'LOST', 'PAID', 'REFUNDED') order by kind`;
  expect(days.map(({ fact }) => fact)).toEqual([
    "2026-04-01 FAILED 10",
    "2026-04-16 LOST 10",
    "2026-04-01 PAID 10",
    "2026-04-21 REFUNDED 4",
  ]);
});

test("a zone that the shop changes later does not move what was", async () => {
  await insertContract(shop.id, { createdAt: at("2026-01-31T23:30:00Z") });
  await repair();
  await client`insert into activity (shop_id, actor_type, actor_name, action, before, after, created_at)
    values (${shop.id}, 'staff', 'Ada', 'shop.settings_changed', '{"timeZone":"Europe/Berlin"}', '{"timeZone":"UTC"}', ${NOW.toISOString()})`;
  const moved = { ...shop.shop, timeZone: "UTC" };
  expect((await recountFacts(moved, { isRepaired: false, now: NOW })).differences).toEqual([]);
});

test("skipped orders that lie ahead follow a change of the shop's zone, and may be unskipped after it", async () => {
  const contract = await billedMonthly(shop, {
    createdAt: at("2026-02-20T12:00:00Z"),
    nextBillingDate: at("2026-03-31T14:00:00Z"),
  });
  await repair();
  const [order] = await readAttempts(contract);
  const skip = (isSkipped: boolean) =>
    orderSkip.run(caller(NOW), {
      contractId: contract.subscriptionContractId,
      attemptId: order?.id ?? 0,
      skip: isSkipped,
    });
  const countSkipped = async () => {
    const days = await client`select day::text || ' ' || sum(count)::text as skipped from facts
      where shop_id = ${shop.id} and kind = 'SKIPPED' group by day having sum(count) <> 0`;
    return days.map(({ skipped }) => skipped);
  };
  await skip(true);
  expect(await countSkipped()).toEqual(["2026-03-31 1"]);
  const settings = await findShopSettings(shop.id);
  const timeZone = "Pacific/Auckland";
  const wanted = shopSettingsSchema(RULES).parse({
    ...settings,
    version: settings?.updatedAt.toISOString(),
    timeZone,
  });
  await updateShopSettings(shop.id, wanted, testAudit());
  Object.assign(shop.shop, { timeZone });
  expect(await countSkipped()).toEqual(["2026-04-01 1"]);
  expect(await listDifferences()).toEqual([]);
  await skip(false);
  expect(await countSkipped()).toEqual([]);
  expect(await listDifferences()).toEqual([]);
});
