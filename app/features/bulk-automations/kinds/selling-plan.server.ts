import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isWholeMultiple } from "~/features/contracts/change/billing-interval";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { setLineContents } from "~/features/contracts/change/line-edits";
import { changeNextDate, requireNoneSkippedSince } from "~/features/contracts/change/order-dates";
import { type ShopClock, toSchedule } from "~/features/contracts/change/order-plan";
import { refusePlan, requireFrequency, toPlanChange } from "~/features/contracts/change/plan-change";
import { findCatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { holdPlans } from "~/features/contracts/offers/plans-of-lines.server";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { formatFrequency } from "~/lib/format";
import { currencyDecimals } from "~/lib/money";
import { db } from "~db/client.server";
import { INTERVALS } from "~db/schema/intervals";
import { chosenId, withNames } from "./catalogue-check.server";
import { changeContracts } from "./change-contracts.service.server";
import { defineKind, type ParameterError, SKIP_WHEN_OVER } from "./kind.server";
import {
  BILLING,
  DELIVERY,
  isConcerned,
  joinPlanPrice,
  ofContract,
  PLAN_PRICE_FIELDS,
  PRICE_FIELDS,
  pricedLine,
  toDeliveryCount,
  toLinesList,
} from "./line-values.server";
import { CURRENT_DATES, dates, joinNextOrder } from "./next-date.server";

const cadence = z.object({ interval: z.enum(INTERVALS), intervalCount: z.number() });

/** Plan and price of each line concerned, both frequencies, and, for a contract before the change, its dates. */
const planValue = z.object({
  lines: z.array(
    pricedLine
      .omit({ quantity: true })
      .extend({ sellingPlanId: z.number().nullable(), sellingPlanName: z.string().nullable() }),
  ),
  billing: cadence,
  delivery: cadence,
  dates: dates.nullable().optional(),
});
type PlanValue = z.output<typeof planValue>;
const readPlan = (value: string): PlanValue => planValue.parse(JSON.parse(value));

const { quantity: _, ...PRICES } = PRICE_FIELDS;

const toShown = ({ lines, billing }: PlanValue): string => {
  const names = [...new Set(lines.map(({ sellingPlanName }) => sellingPlanName ?? "No plan"))].join(", ");
  const frequency = formatFrequency(billing.interval, billing.intervalCount).toLowerCase();
  // Most plans are named after their frequency.
  return names.toLowerCase().includes(frequency) ? names : `${names}, ${frequency}`;
};

const refuse = (code: string, detail: string): ParameterError[] => [
  { parameter: "sellingPlanId", code, detail },
];

async function findErrors(shopId: number, id: number) {
  const asked = { planIds: [id], variantIds: [], productIds: [] };
  const plan = (await findCatalogueOffers(db, shopId, asked)).plans.get(id);
  const { billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount, name } = plan ?? {};
  if (!plan) return { errors: refuse("unknown_plan", "The shop has no such selling plan.") };
  const names = { sellingPlanId: name ?? "" };
  if (!billingInterval || !billingIntervalCount)
    return {
      names,
      errors: refuse("unknown_frequency", "The frequency of this selling plan is not known here."),
    };
  const billing = { interval: billingInterval, intervalCount: billingIntervalCount };
  const delivery =
    deliveryInterval && deliveryIntervalCount
      ? { interval: deliveryInterval, intervalCount: deliveryIntervalCount }
      : billing;
  const errors = isWholeMultiple(billing, delivery)
    ? []
    : refuse("not_a_multiple", "This selling plan does not bill a whole number of deliveries.");
  return { names, errors };
}

/**
 * Gives another selling plan to every line that it covers: its frequency, name and reduction (docs/wire.md §4
 * "update-frequency-by-selling-plan"). An undo restores dates that are still ahead.
 */
export const sellingPlanKind = defineKind({
  name: "SELLING_PLAN",
  parameters: withNames({ sellingPlanId: z.int().positive().meta({ format: "int64", minimum: 1 }) }),
  examples: [{ sellingPlanId: 3_000_000_021 }],
  check: async ({ sellingPlanId }, { id }) =>
    sellingPlanId === undefined ? { errors: [] } : findErrors(id, sellingPlanId),
  choices: [
    {
      value: "SELLING_PLAN",
      label: "Selling plan",
      note: "Frequency and reduction of a plan, for the products it is for",
      asks: {
        inputs: () => [{ type: "pick", name: "newPlan", label: "Plan", from: "plans" }],
        hint: () =>
          "Prices are the catalogue’s, less what the plan takes off. The dates follow the new frequency.",
        toParts: () => [
          z
            .object({ newPlan: chosenId("Choose a plan.") })
            .transform(({ newPlan }) => ({ sellingPlanId: newPlan })),
        ],
        fields: { sellingPlanId: "newPlan" },
      },
    },
  ],
  toTitle: ({ sellingPlanId, names }) => `Change to the plan “${names?.sellingPlanId ?? sellingPlanId}”`,
  values: {
    isMoney: false,
    toText: (value) => toShown(readPlan(value)),
    toPlain: (value) => toShown(readPlan(value)),
  },
  join({ sellingPlanId }, plan) {
    const planned = { sellingPlanId: sql`l.selling_plan_id`, sellingPlanName: sql`l.selling_plan_name` };
    const ofShop = (alias: string) => sql`${sql.raw(alias)}.shop_id = ${plan.shop.id}::bigint`;
    const presentLines = toLinesList({ ...PRICES, ...planned });
    const present = sql`json_build_object('lines', ${presentLines},
      'billing', json_build_object('interval', c.billing_interval, 'intervalCount', c.billing_interval_count),
      'delivery', json_build_object('interval', c.delivery_interval, 'intervalCount', c.delivery_interval_count),
      'dates', (${CURRENT_DATES})::json)::text`;
    if (plan.isUndo)
      return sql`${joinNextOrder(plan.shop)} left join lateral (select case when count(*) > 0 then ${present} end as before from contract_lines l
        where ${ofContract(plan)} and ${isConcernedByPlan(plan)}) v on true`;
    const isWanted = sql`${ofShop("o")} and o.id = ${sellingPlanId}::bigint`;
    // The same for every contract, so found once. A group without products applies to all products.
    const products = sql`(select p.product_id from selling_plan_group_products p
      where ${ofShop("p")} and p.group_id = (select o.group_id from selling_plans o where ${isWanted}))`;
    const isCovered = sql`(not exists ${products} or l.product_id in ${products})`;
    const hasCovered = sql`count(*) filter (where k.is_covered) > 0`;
    const none = sql`case when ${hasCovered} then ${present} end as before`;
    const ofAnotherFrequency = sql`(select q.id from selling_plans q join selling_plans o on ${isWanted}
        and (q.billing_interval, q.billing_interval_count) <> (o.billing_interval, o.billing_interval_count)
      where ${ofShop("q")})`;
    const billing = { interval: sql`s.billing_interval`, intervalCount: sql`s.billing_interval_count` };
    // As in `toTimed`: an incomplete delivery frequency counts as that of billing.
    const ofDelivery = (own: SQL, billed: SQL) =>
      sql`case when s.delivery_interval is null or s.delivery_interval_count is null then ${billed} else ${own} end`;
    const delivery = {
      interval: ofDelivery(sql`s.delivery_interval`, billing.interval),
      intervalCount: ofDelivery(sql`s.delivery_interval_count`, billing.intervalCount),
    };
    const decimals = currencyDecimals(plan.shop.currencyCode);
    // A delivery costs the same as before: exactly the same if an order pays for as many as before. In the decimals of
    // stored prices, since an undo compares the texts.
    const atDeliveries = (price: SQL) => sql`case when d.later = d.now then ${price}
      else round(${price} * d.later / d.now, ${decimals}::int) + 0.0000 end`;
    const others: Record<string, SQL> = {
      currentPrice: sql`(${atDeliveries(sql`l.current_price`)})::text`,
      basePrice: sql`(${atDeliveries(sql`l.base_price`)})::text`,
      laterPrice: sql`(${atDeliveries(sql`l.later_price`)})::text`,
      laterAfterCycle: sql`l.later_after_cycle`,
      ...planned,
    };
    const covered: Record<string, SQL> = {
      ...PLAN_PRICE_FIELDS,
      sellingPlanId: sql`s.id`,
      sellingPlanName: sql`s.name`,
    };
    const afterLines = toLinesList({
      ...PRICES,
      ...Object.fromEntries(
        Object.entries(covered).map(([name, value]) => [
          name,
          sql`case when k.is_covered then ${value} else ${others[name] ?? value} end`,
        ]),
      ),
    });
    const after = sql`json_build_object('lines', ${afterLines},
      'billing', json_build_object('interval', ${billing.interval}, 'intervalCount', ${billing.intervalCount}),
      'delivery', json_build_object('interval', ${delivery.interval}, 'intervalCount', ${delivery.intervalCount}))::text`;
    const isSame = sql`(${presentLines}::text = ${afterLines}::text and (c.billing_interval, c.billing_interval_count,
      c.delivery_interval, c.delivery_interval_count) = (${billing.interval}, ${billing.intervalCount}, ${delivery.interval}, ${delivery.intervalCount}))`;
    // The plan is joined to the contract, not to each of its lines. If it is for all products, no line needs to be
    // checked for one that it is not for. Lines that it does not cover change if an order then pays for another number
    // of deliveries.
    return sql`${joinNextOrder(plan.shop)}
    left join selling_plans s on ${ofShop("s")} and s.id = ${sellingPlanId}::bigint
      and s.billing_interval is not null and s.billing_interval_count is not null
    left join lateral (select ${toDeliveryCount(BILLING, DELIVERY)} as now, ${toDeliveryCount(billing, delivery)} as later
      offset 0) d on true
    left join lateral (
      select ${none}, case when ${hasCovered} then ${after} end as after, ${isSame} as is_same
      from contract_lines l
      cross join lateral (select ${isCovered} as is_covered offset 0) k
      left join variants n on ${ofShop("n")} and n.id = l.variant_id and n.deleted_at is null
      left join products m on ${ofShop("m")} and m.id = n.product_id and m.deleted_at is null
      ${joinPlanPrice(sql`case when m.id is not null then n.price * d.later else ${atDeliveries(sql`coalesce(l.base_price, l.current_price)`)} end`, plan)}
      where s.id is not null and ${ofContract(plan)} and (k.is_covered or d.later <> d.now)) v on true
    left join lateral (
      select true as is_other from contract_lines l
      where exists ${products} and ${ofContract(plan)} and l.selling_plan_id in ${ofAnotherFrequency}
        and ${isCovered} is not true
      limit 1) w on true`;
  },
  toTarget: () => sql`v.after`,
  current: sql`v.before`,
  // Dates move with every order.
  toComparable: (value) => sql`((${value})::jsonb - 'dates')`,
  toSkipReason: (target, { currencyCode }, { isUndo }) => sql`case
    ${SKIP_WHEN_OVER}
    when v.before is null then 'PLAN_OF_ANOTHER_PRODUCT'
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY'
    ${
      isUndo
        ? sql`when v.before::jsonb - 'dates' = (${target})::jsonb - 'dates' then 'UNCHANGED'`
        : sql`when w.is_other then 'PLAN_OF_ANOTHER_FREQUENCY' when v.is_same then 'UNCHANGED'`
    } end`,
  skipReasons: {
    PLAN_OF_ANOTHER_PRODUCT: "none of its products can be had under this plan",
    PLAN_OF_ANOTHER_FREQUENCY: "a product that this plan is not for is under one of another frequency",
  },
  async apply(tx, batch, audit) {
    const plans = await holdPlans(tx, batch.shop.id);
    const clock = { now: audit.now, timeZone: batch.shop.timeZone };
    return changeContracts(
      tx,
      batch,
      audit,
      (state, target) => toChange(state, readPlan(target), plans, clock, batch.isUndo),
      { orders: true, content: true, payments: true },
    );
  },
});

const isConcernedByPlan = (plan: Parameters<typeof isConcerned>[1]) =>
  isConcerned(sql`true`, plan, sql`o.after::jsonb -> 'lines'`);

/** @throws ProblemError as for a single contract, and for a plan that was deleted since the bulk change was planned */
function toChange(
  state: ContractState,
  wanted: PlanValue,
  plans: Awaited<ReturnType<typeof holdPlans>>,
  clock: ShopClock,
  isUndo: boolean,
): ContractChange {
  const gone = wanted.lines.find(
    ({ sellingPlanId }) => sellingPlanId !== null && !plans.ids.has(sellingPlanId),
  );
  if (gone)
    throw refusePlan(
      "unknown_plan",
      `The selling plan “${gone.sellingPlanName ?? gone.sellingPlanId}” was deleted.`,
    );
  const planned = new Set(wanted.lines.map(({ id }) => id));
  requireFrequency(
    state.lines.filter(({ id }) => !planned.has(id)),
    wanted.billing,
    plans.timed,
  );
  const { lines } = setLineContents(state, wanted.lines, "contract.plan_changed");
  const change = toPlanChange(state, wanted, lines, clock, isUndo ? "return" : "leave");
  const next = wanted.dates && new Date(wanted.dates.next);
  if (!next || !wanted.dates || next <= clock.now) return withProductsMoved(state, change);
  const anchor = new Date(wanted.dates.anchor);
  // Without upcoming orders, only the date to continue from is restored.
  if (state.contract.status !== "ACTIVE")
    return withProductsMoved(state, {
      ...change,
      contract: { ...change.contract, nextBillingDate: next, scheduleAnchor: anchor },
    });
  const contract = { ...state.contract, ...change.contract };
  // Only an undo has dates.
  requireNoneSkippedSince(state, { ...toSchedule(contract, clock.now), start: anchor }, clock);
  const { slot } = wanted.dates;
  const former = { countedFrom: anchor, slot: slot ? new Date(slot) : null, isUndo: true };
  const dated = changeNextDate({ ...state, contract }, next, clock, former);
  return withProductsMoved(state, {
    ...change,
    contract: { ...change.contract, ...dated.contract },
    attempts: dated.attempts,
    planOrders: true,
  });
}
