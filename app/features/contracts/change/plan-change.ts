import { formatFrequency } from "~/lib/format";
import { invalidRequest, ProblemError } from "~/lib/problem";
import type { Interval } from "~db/schema/intervals";
import { type Cadence, changeBillingInterval, isWholeMultiple } from "./billing-interval";
import type { ContractChange, ContractState } from "./contract-change";
import { requireEditable } from "./contract-edits";
import {
  atDeliveries,
  countDeliveries,
  countDeliveriesOf,
  type PlanTerms,
  toOrderPrice,
  toPlanPrice,
} from "./line-price";
import type { ShopClock, Slots } from "./order-plan";

export type Cadences = { billing: Cadence; delivery: Cadence };

/** A selling plan whose frequency is known. */
export type TimedPlan = PlanTerms & Cadences & { groupId: number | null };

/** What a frequency is compared with. */
export type PlansOfLines = {
  /** The plans of the lines and of their groups whose frequency is known. */
  plans: readonly TimedPlan[];
  basePrices: BasePrices;
};

/**
 * What a unit of each line costs per delivery without a plan, by the catalogue; null if the catalogue does not say:
 * then the price that the line had before its plan counts.
 */
export type BasePrices = ReadonlyMap<string, string | null>;

/** A selling plan with its frequencies, and the lines of a contract that it fits. */
export type WantedPlan = {
  plan: TimedPlan;
  /** Of the lines that the plan is for. */
  basePrices: BasePrices;
  /** The present plans of the lines. */
  plans: readonly TimedPlan[];
};

const isSame = (one: Cadence, other: Cadence): boolean =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

/**
 * Applies interval, discount and name of a selling plan to every line it covers (wire.md §4
 * "update-frequency-by-selling-plan"). Dates follow as in operation 8. Lines it is not for keep their plans, so those
 * plans must have the same frequency; each of their deliveries costs what it did.
 *
 * @throws ProblemError invalid_request for a plan that covers none of the lines, or if another line's plan has another
 *   frequency; conflict when nothing would change, and as `changeBillingInterval`
 */
export function changePlan(
  state: ContractState,
  { plan, basePrices, plans }: WantedPlan,
  clock: ShopClock,
): ContractChange {
  requireEditable(state);
  const { contract } = state;
  if (basePrices.size === 0)
    throw refusePlan("plan_of_another_product", "This selling plan is for none of the contract's products.");
  if (!isWholeMultiple(plan.billing, plan.delivery))
    throw refusePlan("not_a_multiple", "This selling plan does not bill a whole number of deliveries.");
  requireFrequency(
    state.lines.filter(({ id }) => !basePrices.has(id)),
    plan.billing,
    plans,
  );
  const deliveries = toDeliveries(contract, plan);
  const lines = state.lines.map((line) => {
    const base = basePrices.get(line.id);
    if (base === undefined) return atDeliveries(line, deliveries, contract.currencyCode);
    const price = toPlanPrice(toBase(line, base, deliveries, contract), plan, {
      ...contract,
      paidOrders: state.paidOrders,
    });
    return { ...line, ...price, sellingPlanId: plan.id, sellingPlanName: plan.name };
  });
  const { billing, delivery } = toCadences(contract);
  const isPlanned = state.lines.every(
    ({ id, sellingPlanId }) => !basePrices.has(id) || sellingPlanId === plan.id,
  );
  if (isPlanned && isSame(billing, plan.billing) && isSame(delivery, plan.delivery))
    throw new ProblemError("conflict", "The contract has this selling plan already.");
  return toPlanChange(state, plan, lines, clock);
}

export const toCadences = (contract: ContractState["contract"]): Cadences => ({
  billing: { interval: contract.billingInterval, intervalCount: contract.billingIntervalCount },
  delivery: { interval: contract.deliveryInterval, intervalCount: contract.deliveryIntervalCount },
});

/** Deliveries per order, before and after the change. */
const toDeliveries = (contract: ContractState["contract"], { billing, delivery }: Cadences) => ({
  from: countDeliveriesOf(contract),
  to: countDeliveries(billing, delivery),
});

/** What a unit of the line costs in one order without a plan, after the change. */
const toBase = (
  line: ContractState["lines"][number],
  inCatalogue: string | null | undefined,
  deliveries: { from: number; to: number },
  { currencyCode }: ContractState["contract"],
): string =>
  inCatalogue
    ? toOrderPrice(inCatalogue, deliveries.to)
    : (({ basePrice, currentPrice }) => basePrice ?? currentPrice)(
        atDeliveries(line, deliveries, currencyCode),
      );

/** Whether the contract may have a line with this plan: a plan's reduction is only for its frequency. */
export const hasFrequency = (
  plan: { billingInterval: Interval | null; billingIntervalCount: number | null },
  contract: { billingInterval: Interval; billingIntervalCount: number },
): boolean =>
  (plan.billingInterval === null || plan.billingInterval === contract.billingInterval) &&
  (plan.billingIntervalCount === null || plan.billingIntervalCount === contract.billingIntervalCount);

/** @throws ProblemError invalid_request naming the products whose plan has another frequency */
export function requireFrequency(
  lines: ContractState["lines"],
  billing: Cadence,
  plans: readonly Pick<TimedPlan, "id" | "billing">[],
): void {
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const others = lines.filter(({ sellingPlanId }) => {
    const plan = sellingPlanId === null ? undefined : byId.get(sellingPlanId);
    return plan && !isSame(plan.billing, billing);
  });
  if (others.length > 0)
    throw refusePlan(
      "plan_of_another_frequency",
      `${others.map(({ title }) => `“${title}”`).join(", ")}: under a selling plan of another frequency, and this one is not for it. Change the frequency instead: then each product has a plan of its own group.`,
    );
}

/**
 * Changes the frequency (wire.md §2, operation 8). Lines keep to the frequencies of their selling plans: a line moves
 * to the plan of its group that has the new frequency, at that plan's price; if there is none, it leaves its plan and
 * loses its reduction (docs/decisions/072).
 *
 * @param slots as in `changeBillingInterval`
 * @throws ProblemError as `changeBillingInterval`
 */
export function changeFrequency(
  state: ContractState,
  wanted: Cadence,
  found: PlansOfLines,
  clock: ShopClock,
  slots?: Slots,
): ContractChange {
  const change = changeBillingInterval(state, wanted, clock, slots);
  const lines = keepToPlans(state, toCadences({ ...state.contract, ...change.contract }), found);
  return lines.every((line, index) => line === state.lines[index]) ? change : { ...change, lines };
}

/**
 * The lines at these frequencies: a line that moves to another plan, or leaves its own, gets another price. If an order
 * then pays for another number of deliveries, each delivery of the other lines costs what it did.
 */
export function keepToPlans(
  { contract, lines, paidOrders }: ContractState,
  wanted: Cadences,
  { plans, basePrices }: PlansOfLines,
): ContractState["lines"] {
  const deliveries = toDeliveries(contract, wanted);
  return lines.map((line) => {
    const own = plans.find(({ id }) => id === line.sellingPlanId);
    if (!own || isSame(own.billing, wanted.billing))
      return atDeliveries(line, deliveries, contract.currencyCode);
    const instead = plans.find(
      ({ groupId, billing, delivery }) =>
        groupId !== null &&
        groupId === own.groupId &&
        isSame(billing, wanted.billing) &&
        isSame(delivery, wanted.delivery),
    );
    const base = toBase(line, basePrices.get(line.id), deliveries, contract);
    return {
      ...line,
      ...toPlanPrice(base, instead ?? null, { ...contract, paidOrders }),
      sellingPlanId: instead?.id ?? null,
      sellingPlanName: instead?.name ?? null,
    };
  });
}

/**
 * Changes both frequencies and the lines together. @param slots as in `changeBillingInterval`
 *
 * @throws ProblemError as `changeBillingInterval`
 */
export function toPlanChange(
  state: ContractState,
  wanted: Cadences,
  lines: NonNullable<ContractChange["lines"]>,
  clock: ShopClock,
  slots?: Slots,
): ContractChange {
  const { contract } = state;
  const { billing } = toCadences(contract);
  // As if billing and delivery had one frequency: in the end, both come from the plan.
  const asOne = {
    ...contract,
    deliveryInterval: billing.interval,
    deliveryIntervalCount: billing.intervalCount,
  };
  const moved = isSame(billing, wanted.billing)
    ? null
    : changeBillingInterval({ ...state, contract: asOne }, wanted.billing, clock, slots);
  return {
    ...moved,
    action: "contract.plan_changed",
    events: moved ? moved.events : ["updated"],
    contract: {
      ...moved?.contract,
      deliveryInterval: wanted.delivery.interval,
      deliveryIntervalCount: wanted.delivery.intervalCount,
    },
    lines,
    recorded: {
      before: { frequency: formatFrequency(billing.interval, billing.intervalCount) },
      after: { frequency: formatFrequency(wanted.billing.interval, wanted.billing.intervalCount) },
    },
  };
}

/** A plan that the contract cannot have. */
export const refusePlan = (code: string, detail: string) =>
  invalidRequest([{ parameter: "sellingPlanId", code, detail }]);
