import { and, eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { newContractSchema } from "~/features/contracts/create/new-contract.schema.server";
import { createContract } from "~/features/contracts/create/new-contract.service.server";
import { countContracts } from "~/features/contracts/list/contract-list.service.server";
import { countMovesOf } from "~/features/contracts/list/contract-totals.repo.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { lineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { billingInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { countCustomers } from "~/features/customers/read/customer-list.repo.server";
import { rollUpFacts } from "~/features/facts/facts.repo.server";
import { addDays } from "~/features/insights/definitions/day-range";
import { readChurn } from "~/features/insights/facts/churn.service.server";
import { readCohorts } from "~/features/insights/facts/cohorts.service.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { readMrr } from "~/features/insights/facts/movements.service.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { readPayments } from "~/features/insights/facts/payments.service.server";
import { readProducts } from "~/features/insights/facts/products.service.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { DAY_MS } from "~/lib/days";
import { toDayString } from "~/lib/format";
import { ProblemError } from "~/lib/problem";
import { startOfDay } from "~/lib/shop-calendar.server";
import { client, db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractLines, contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import { createTestGatewayShop, runAt } from "../support/calls/billing";
import { insertCatalogue } from "../support/data/catalogue";
import { insertCustomer, insertPaymentMethod, type TestShop, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

const DIGITS = ["4242", "0119", "0002", "0341", "9235"] as const;
const REASONS = [undefined, "Too much", "Moving"] as const;
const which = fc.nat({ max: 3 });

/** @param days how many may pass at once */
const eventIn = (days: { min: number; max: number }) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("start" as const),
        customer: fc.nat({ max: 2 }),
        digits: fc.constantFrom(...DIGITS),
        interval: fc.constantFrom("WEEK" as const, "MONTH" as const),
        currencyCode: fc.constantFrom("EUR", "EUR", "USD"),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant("days" as const), days: fc.integer(days) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("status" as const),
        which,
        status: fc.constantFrom("PAUSED" as const, "ACTIVE" as const, "CANCELLED" as const),
        reason: fc.constantFrom(...REASONS),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("quantity" as const),
        which,
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
    },
    fc.record({
      kind: fc.constant("interval" as const),
      which,
      interval: fc.constantFrom("WEEK" as const, "YEAR" as const),
    }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("swap" as const), which, product: fc.nat({ max: 1 }) }),
    },
    fc.record({ kind: fc.constant("skip" as const), which, skip: fc.boolean() }),
    fc.record({ kind: fc.constant("refund" as const), which }),
    fc.record({ kind: fc.constant("kept" as const), which, reason: fc.constantFrom("Too much", "Moving") }),
    fc.record({ kind: fc.constant("roll-up" as const) }),
  );
type Event = ReturnType<typeof eventIn> extends fc.Arbitrary<infer T> ? T : never;

type Mrr = { EUR: number; USD: number };

/** MRR of the contracts as they are, by a formula independent of the product's. */
async function sumMrr(shopId: number): Promise<Mrr> {
  const rows = await client<{ currencyCode: "EUR" | "USD"; mrr: string }[]>`
    select currency_code as "currencyCode", sum(round(contract_amount::numeric(30, 12) * case billing_interval
      when 'MONTH' then 1.0 when 'YEAR' then 1.0 / 12 when 'WEEK' then 365.25 / 7 / 12 else 30.4375 end
      / billing_interval_count, 4)) as mrr
    from contracts where shop_id = ${shopId} and status = 'ACTIVE' group by 1`;
  const mrr = { EUR: 0, USD: 0 };
  for (const row of rows) mrr[row.currencyCode] = Number(row.mrr);
  return mrr;
}

const countSubscribers = async (shopId: number): Promise<number> =>
  (
    await client`select distinct customer_id from contracts
    where shop_id = ${shopId} and status in ('ACTIVE', 'PAUSED')`
  ).length;

/** The contracts of each status and their customers, to be compared with the lists of that day once it is past. */
async function countByStatus(shopId: number) {
  const rows = await db.select().from(contracts).where(eq(contracts.shopId, shopId));
  const countIn = (...statuses: string[]) => rows.filter(({ status }) => statuses.includes(status)).length;
  return {
    activeOn: countIn("ACTIVE"),
    pausedOn: countIn("PAUSED"),
    runningOn: countIn("ACTIVE", "PAUSED"),
    subscribers: await countSubscribers(shopId),
  };
}
type StatusCounts = Awaited<ReturnType<typeof countByStatus>>;

async function prepare(timeZone: string) {
  const shop = await createTestGatewayShop({ timeZone, currencyCode: "EUR" });
  const { products } = await insertCatalogue(shop.id, {
    products: [
      { title: "Tea", variants: [{ title: "50 g", price: "12.00", sku: "T-50" }] },
      { title: "Coffee", variants: [{ title: "250 g", price: "9.00", sku: "C-250" }] },
    ],
  });
  const customers = [];
  for (let count = 0; count < 3; count++) customers.push((await insertCustomer(shop.id)).id);
  return { shop, variantIds: products.flatMap(({ variantIds }) => variantIds), customers };
}

type World = Awaited<ReturnType<typeof prepare>> & { now: Date };

async function happen({ shop, variantIds, customers, now }: World, happened: Event): Promise<void> {
  const caller = { shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now };
  if (happened.kind === "start") {
    const customerId = customers[happened.customer] ?? 0;
    const { digits: lastDigits, interval, currencyCode } = happened;
    const wanted = newContractSchema.parse({
      customerId,
      paymentMethodId: await insertPaymentMethod(shop.id, customerId, { lastDigits }),
      billingPolicyInterval: interval,
      billingPolicyIntervalCount: 1,
      currencyCode,
      nextBillingDate: new Date(now.getTime() + 2 * DAY_MS).toISOString(),
      deliveryPrice: "3.50",
      lines: [{ variantId: variantIds[0] ?? 0, currentPrice: "10.30" }],
    });
    await createContract(shop.shop, wanted, caller.audit);
    return;
  }
  if (happened.kind === "roll-up") {
    await inTransaction((tx) => rollUpFacts(tx, shop.id, 7));
    return;
  }
  if (happened.kind === "days") return;
  const all = await db.select().from(contracts).where(eq(contracts.shopId, shop.id)).orderBy(contracts.id);
  const contract = all[happened.which % Math.max(all.length, 1)];
  if (!contract) return;
  const contractId = contract.subscriptionContractId;
  const findOrder = async (...statuses: ("QUEUED" | "SKIPPED" | "SUCCESS")[]) =>
    (
      await db
        .select()
        .from(billingAttempts)
        .where(and(eq(billingAttempts.contractId, contract.id), inArray(billingAttempts.status, statuses)))
        .orderBy(sql`billing_date desc`)
        .limit(1)
    )[0];
  switch (happened.kind) {
    case "status":
      await contractStatus.run(caller, {
        contractId,
        status: happened.status,
        cancellation: { reason: happened.reason, feedback: "with a note" },
      });
      return;
    case "kept":
      await contractStatus.run(
        { ...caller, kept: { offer: "PAUSE", reason: happened.reason } },
        { contractId, status: "PAUSED" },
      );
      return;
    case "quantity": {
      const [line] = await db.select().from(contractLines).where(eq(contractLines.contractId, contract.id));
      await lineQuantity.run(caller, { contractId, lineId: line?.id ?? "", quantity: happened.quantity });
      return;
    }
    case "interval":
      await billingInterval.run(caller, { contractId, interval: happened.interval, intervalCount: 2 });
      return;
    case "skip": {
      const order = await findOrder(happened.skip ? "QUEUED" : "SKIPPED");
      if (order) await orderSkip.run(caller, { contractId, attemptId: order.id, skip: happened.skip });
      return;
    }
    case "swap": {
      const [line] = await db.select().from(contractLines).where(eq(contractLines.contractId, contract.id));
      const variantId = variantIds[happened.product] ?? 0;
      const newVariants = [{ variantId, place: "variant" }];
      await lineSwap.run(caller, { contractId, lineId: line?.id ?? "", newVariants, carryDiscount: false });
      return;
    }
    case "refund": {
      const order = await findOrder("SUCCESS");
      if (order) await refundOrder(caller, order.id, { amount: "1.50" });
    }
  }
}

/** @param step days from one run of the billing to the next */
async function live(timeZone: string, start: Date, events: Event[], step: number) {
  const world: World = { ...(await prepare(timeZone)), now: start };
  const { shop } = world;
  const first = toDayString(start, timeZone);
  const mrrOf = new Map<string, Mrr>();
  const countsOf = new Map<string, StatusCounts>();
  for (const happened of events) {
    // Whatever the state does not allow is refused, as for any caller.
    await happen(world, happened).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
    const note = async () => {
      const day = toDayString(world.now, timeZone);
      mrrOf.set(day, await sumMrr(shop.id));
      countsOf.set(day, await countByStatus(shop.id));
    };
    await note();
    for (let days = happened.kind === "days" ? happened.days : 0; days > 0; days -= step) {
      world.now = new Date(world.now.getTime() + step * DAY_MS);
      await runAt(shop, world.now);
      await note();
    }
  }
  return { shop, first, last: toDayString(world.now, timeZone), mrrOf, countsOf, now: world.now };
}

// Floats just below zero round to -0, which is the same amount.
const round = (amount: number): number => Math.round(amount * 10_000) / 10_000 + 0;

/** Expects the lists of a past day to have as many rows as they had then. */
async function expectPastLists(shop: TestShop, countsOf: ReadonlyMap<string, StatusCounts>) {
  for (const [day, then] of countsOf) {
    const at = new Date(startOfDay(day, shop.shop.timeZone, 1).getTime() - 1);
    const count = async (name: "activeOn" | "pausedOn" | "runningOn") =>
      (await countContracts(shop.shop, { filters: { [name]: at } })).count;
    expect([day, await count("activeOn"), await count("pausedOn"), await count("runningOn")]).toEqual([
      day,
      then.activeOn,
      then.pausedOn,
      then.runningOn,
    ]);
    expect((await countCustomers(shop.id, { subscribedAt: at })).count, day).toBe(then.subscribers);
  }
}

async function expectLaws({ shop, first, last, mrrOf, countsOf, now }: Awaited<ReturnType<typeof live>>) {
  const { differences } = await recountFacts(shop.shop, { isRepaired: false, now });
  expect(differences.map(toDifferenceText)).toEqual([]);
  for (const currencyCode of ["EUR", "USD"] as const) {
    const range = { from: first, to: last, currencyCode };
    const { points, openingMrr } = await readMrr(shop.shop, range, "DAY");
    let before = openingMrr;
    let known = 0;
    for (const point of points) {
      const moved = point.new + point.expansion + point.reactivated - point.contraction - point.churned;
      expect(round(before + moved)).toBe(point.mrr);
      known = mrrOf.get(point.date)?.[currencyCode] ?? known;
      expect(point.mrr).toBe(known);
      before = point.mrr;
    }
    const { cohorts } = await readCohorts(shop.shop, range);
    for (const { month } of cohorts) {
      const end = addDays(month, 31).slice(0, 8).concat("01");
      const mrr = points.findLast(({ date }) => date < end)?.mrr ?? 0;
      const rows = cohorts.flatMap(({ months }) => months.filter((each) => each.month === month));
      expect(round(rows.reduce((sum, row) => sum + row.mrr, 0))).toBe(mrr);
    }
  }
  await expectPastLists(shop, countsOf);
  await expectCounts(shop, { from: first, to: last, currencyCode: "EUR" });
  for (const currencyCode of ["EUR", "USD"]) await expectParts(shop, { from: first, to: last, currencyCode });
}

/** However facts are broken down, the parts add up to the whole. */
async function expectParts(shop: TestShop, range: { from: string; to: string; currencyCode: string }) {
  const { products, variants, plans, countries } = await readProducts(shop.shop, range);
  const [sold] = await client<{ amount: string | null }[]>`
    select sum(subtotal) as amount from orders
    where shop_id = ${shop.id} and currency_code = ${range.currencyCode}`;
  for (const parts of [products, variants, plans, countries])
    expect(round(parts.reduce((sum, { amount }) => sum + amount, 0))).toBe(Number(sold?.amount ?? 0));
  const { total, codes } = await readPayments(shop.shop, range, "MONTH");
  for (const kind of ["failed", "recovered", "lost"] as const)
    expect(codes.reduce((sum, code) => sum + code[kind].orders, 0)).toBe(total[kind].orders);
  const { numbers, reasons, ages, products: held, saved } = await readChurn(shop.shop, range, range.to);
  const churnedMrr = numbers.find(({ name }) => name === "churnedMrr")?.value ?? 0;
  for (const parts of [reasons, ages])
    expect(round(parts.reduce((sum, { mrr }) => sum + mrr, 0))).toBe(churnedMrr);
  const count = (parts: readonly { contracts: number }[]) =>
    parts.reduce((sum, { contracts }) => sum + contracts, 0);
  expect(count(ages)).toBe(count(reasons));
  // Each contract has one line.
  expect(count(held)).toBe(count(reasons));
  const from = startOfDay(range.from, shop.shop.timeZone, 0);
  const to = new Date(startOfDay(range.to, shop.shop.timeZone, 1).getTime() - 1);
  for (const { productId, contracts: ended } of held) {
    const move = { move: "ENDED" as const, from, to, productId };
    expect(await countMovesOf(shop.id, move, { currencyCode: range.currencyCode })).toBe(ended);
  }
  expect(reasons.reduce((sum, each) => sum + each.saved, 0)).toBe(count(saved));
}

async function expectCounts(shop: TestShop, range: { from: string; to: string; currencyCode: string }) {
  const { numbers } = await readOverview(shop.shop, range, range.to);
  const valueFor = (name: string) => numbers.find((each) => each.name === name)?.value;
  const rows = await db.select().from(contracts).where(eq(contracts.shopId, shop.id));
  const countIn = (status: string) => rows.filter((row) => row.status === status).length;
  expect(valueFor("activeContracts")).toBe(countIn("ACTIVE"));
  expect(valueFor("pausedContracts")).toBe(countIn("PAUSED"));
  expect(valueFor("newContracts")).toBe(rows.length);
  expect(valueFor("subscribers")).toBe(await countSubscribers(shop.id));
  const orders = await db.select().from(billingAttempts).where(eq(billingAttempts.shopId, shop.id));
  expect(valueFor("paidOrders")).toBe(orders.filter(({ status }) => status === "SUCCESS").length);
  expect(valueFor("failedOrders")).toBe(orders.filter(({ firstFailedAt }) => firstFailedAt !== null).length);
}

test("whatever happens to a shop: movements add up, a day's MRR is that of its contracts, cohorts add up to it, lists of past days do not change, and a recount of the tables gives the same facts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        { timeZone: "Europe/Berlin", start: new Date("2026-03-10T09:30:00Z") },
        { timeZone: "America/New_York", start: new Date("2026-10-12T02:30:00Z") },
        { timeZone: "Pacific/Auckland", start: new Date("2026-12-14T11:30:00Z") },
      ),
      fc.array(eventIn({ min: 1, max: 4 }), { minLength: 25, maxLength: 35 }),
      async ({ timeZone, start }, events) => expectLaws(await live(timeZone, start, events, 1)),
    ),
    { numRuns: Number(process.env.LAW_RUNS ?? 2), endOnFailure: true },
  );
}, 600_000);

test("over years of a shop, with both clock changes, the same laws hold", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("Europe/Berlin", "Australia/Lord_Howe"),
      fc.array(eventIn({ min: 20, max: 80 }), { minLength: 40, maxLength: 60 }),
      async (timeZone, events) =>
        expectLaws(await live(timeZone, new Date("2025-08-20T13:30:00Z"), events, 7)),
    ),
    { numRuns: Number(process.env.LAW_RUNS ?? 1), endOnFailure: true },
  );
}, 600_000);
