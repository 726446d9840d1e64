import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { type ContractOverrides, NOW } from "../data/factories";

export const CURRENCIES = ["JPY", "USD", "KWD"] as const;
/** Variants, and a plan that is for tea. */
export const COFFEE = 501;
export const TEA = 502;
export const TEA_PLAN = 91;
/** For tea, too: one order pays for three deliveries. */
export const PREPAID_PLAN = 92;

/** Pseudo-random numbers, the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PRICES = { JPY: "1234", USD: "12.35", KWD: "12.345" };

/** A contract of several lines and discounts, some of coffee; the same for the same number. */
export function generate(currencyCode: (typeof CURRENCIES)[number], number: number): ContractOverrides {
  const below = numbersFrom(number * 7_919_013);
  const ids = [1, 2, 3].map((at) => `00000000-0000-4000-8000-${String(number * 10 + at).padStart(12, "0")}`);
  const lines = ids.slice(0, 1 + below(3)).map((id, at) => {
    const isCoffee = at === 0 ? below(5) > 0 : below(2) > 0;
    const isPlanned = below(3) === 0;
    return {
      id,
      title: isCoffee ? "Coffee" : "Tea",
      productId: isCoffee ? 71 : 72,
      variantId: isCoffee ? COFFEE : TEA,
      quantity: 1 + below(4),
      currentPrice: PRICES[currencyCode],
      ...(isPlanned && { sellingPlanId: 91, sellingPlanName: "Club" }),
    };
  });
  const discounts = [1, 2, 3].slice(0, below(4)).map((at) => ({
    id: `10000000-0000-4000-8000-${String(number * 10 + at).padStart(12, "0")}`,
    title: `Discount ${at}`,
    ...(below(2) === 0
      ? { valueType: "PERCENTAGE" as const, value: String(1 + below(60)) }
      : {
          valueType: "FIXED_AMOUNT" as const,
          value: currencyCode === "JPY" ? "77" : "0.77",
          appliesOnEachItem: below(2) === 0,
        }),
    lineIds: below(3) === 0 ? ids.slice(0, 1) : null,
    createdAt: new Date(NOW.getTime() + at * 1000),
  }));
  const attempts = [1, 2, 3, 4].slice(0, below(5)).map((at) => ({
    status: "SUCCESS" as const,
    billingDate: new Date(NOW.getTime() - 30 * at * DAY_MS),
  }));
  return {
    currencyCode,
    deliveryPrice: currencyCode === "JPY" ? "300" : "3.50",
    originOrderId: below(2) === 0 ? 9000 + number : null,
    lines,
    discounts,
    attempts,
  };
}

/** Everything that a change writes, except what differs between contracts. */
export async function readTraces(id: number) {
  const [row] = await db.select().from(contracts).where(eq(contracts.id, id));
  if (!row) throw new Error("the contract is gone");
  const of = <T extends { contractId: number | null; shopId: number }>({
    contractId: _,
    shopId: __,
    ...rest
  }: T) => rest;
  const lines = await db
    .select()
    .from(contractLines)
    .where(eq(contractLines.contractId, id))
    .orderBy(asc(contractLines.position));
  const discounts = await db
    .select()
    .from(contractDiscounts)
    .where(eq(contractDiscounts.contractId, id))
    .orderBy(asc(contractDiscounts.createdAt));
  const entries = await db
    .select()
    .from(activity)
    .where(eq(activity.contractId, id))
    .orderBy(asc(activity.id));
  const sent = await db.select().from(events).where(eq(events.contractId, id)).orderBy(asc(events.id));
  const {
    id: _,
    subscriptionContractId: __,
    customerId: ___,
    customerEmail: ____,
    customerName: _____,
    customerNameSort: ______,
    ...contract
  } = row;
  return {
    contract,
    lines: lines.map(of),
    // Added ones have an id of their own.
    discounts: discounts
      .map(of)
      .map(({ id: own, ...rest }) => (rest.title === "Sorry" ? rest : { own, ...rest })),
    orders: await db
      .select({ status: billingAttempts.status, date: billingAttempts.billingDate })
      .from(billingAttempts)
      .where(eq(billingAttempts.contractId, id))
      .orderBy(asc(billingAttempts.billingDate)),
    entries: entries.map(({ action, before, after, createdAt }) => ({ action, before, after, createdAt })),
    sent: sent.map(({ type, contractVersion, changedFields }) => ({ type, contractVersion, changedFields })),
  };
}

export const asContent = ({
  contract,
  lines,
  discounts,
  orders,
}: Awaited<ReturnType<typeof readTraces>>) => ({
  amounts: [contract.contractAmount, contract.orderAmount, contract.deliveryPrice],
  dates: [contract.nextBillingDate, contract.scheduleAnchor, contract.billingInterval],
  lines,
  discounts,
  orders,
});

/** The counters of the shop's list, which changes keep, against a count of its contracts. */
export async function requireTrueCounts(shopId: number): Promise<void> {
  const group = sql`status, billing_interval, billing_interval_count, plan_type`;
  const counted = await db.execute(sql`
    select ${group}, sum(delta)::int as count from contract_counts where shop_id = ${shopId}::bigint
    group by ${group} having sum(delta) <> 0 order by ${group}`);
  const there = await db.execute(sql`
    select ${group}, count(*)::int as count from contracts where shop_id = ${shopId}::bigint
    group by ${group} order by ${group}`);
  expect([...counted]).toEqual([...there]);
}
