import {
  type Cadence,
  changeBillingInterval,
  isWholeMultiple,
} from "~/features/contracts/change/billing-interval";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { type PlanTerms, toPlanPrice } from "~/features/contracts/change/line-price";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import { formatFrequency } from "~/lib/format";
import { invalidRequest, ProblemError } from "~/lib/problem";

/** A selling plan with its frequencies, and how it meets the lines of a contract. */
export type WantedPlan = {
  plan: PlanTerms & { billing: Cadence; delivery: Cadence };
  /** The lines it is for, with what a unit of each costs without a plan. */
  basePrices: ReadonlyMap<string, string>;
};

const isSame = (one: Cadence, other: Cadence): boolean =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

/**
 * Interval, discount and name of a selling plan for every line it covers (wire.md §4 "update-frequency-by-selling-plan").
 * The dates follow as by operation 8.
 *
 * @throws ProblemError invalid_request for a plan that covers none of the lines; conflict when everything is so already,
 *   and as `changeBillingInterval`
 */
export function changePlan(
  state: ContractState,
  { plan, basePrices }: WantedPlan,
  clock: ShopClock,
): ContractChange {
  requireEditable(state);
  const { contract } = state;
  if (basePrices.size === 0)
    throw refusePlan("plan_of_another_product", "This selling plan is for none of the contract's products.");
  if (!isWholeMultiple(plan.billing, plan.delivery))
    throw refusePlan("not_a_multiple", "This selling plan does not bill a whole number of deliveries.");
  const lines = state.lines.map((line) => {
    const base = basePrices.get(line.id);
    if (base === undefined) return line;
    const price = toPlanPrice(base, plan, { ...contract, paidOrders: state.paidOrders });
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

const toCadences = (contract: ContractState["contract"]): Cadences => ({
  billing: { interval: contract.billingInterval, intervalCount: contract.billingIntervalCount },
  delivery: { interval: contract.deliveryInterval, intervalCount: contract.deliveryIntervalCount },
});

type Cadences = { billing: Cadence; delivery: Cadence };

/** Both frequencies, and lines as they are to be then. @throws ProblemError as `changeBillingInterval` */
export function toPlanChange(
  state: ContractState,
  wanted: Cadences,
  lines: NonNullable<ContractChange["lines"]>,
  clock: ShopClock,
): ContractChange {
  const { contract } = state;
  const { billing } = toCadences(contract);
  // As if billed and delivered at once: both frequencies are the plan's in the end.
  const asOne = {
    ...contract,
    deliveryInterval: billing.interval,
    deliveryIntervalCount: billing.intervalCount,
  };
  const moved = isSame(billing, wanted.billing)
    ? null
    : changeBillingInterval({ ...state, contract: asOne }, wanted.billing, clock);
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
