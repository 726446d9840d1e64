import type { Cadence } from "~/features/contracts/change/billing-interval";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { countDeliveriesOf } from "~/features/contracts/change/line-price";
import { changeFrequency, keepToPlans, type PlansOfLines } from "~/features/contracts/change/plan-change";
import { findPlansOfLines } from "~/features/contracts/offers/plans-of-lines.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { compareMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { tryEdit } from "./order-cost";

/** The usual frequencies; the present one, and those of the contract's plans, are added if they differ. */
const USUAL: readonly Cadence[] = [
  { interval: "WEEK", intervalCount: 1 },
  { interval: "WEEK", intervalCount: 2 },
  { interval: "MONTH", intervalCount: 1 },
  { interval: "MONTH", intervalCount: 2 },
  { interval: "MONTH", intervalCount: 3 },
];
const PLANS_SHOWN = 12;

/** Frequencies to choose from, with the formatted cost of each order; null where no choice changes it. */
export type FrequencyChoices = {
  choices: (Cadence & { orderAmount: string | null })[];
  /** For a frequency that no plan has; null also for prepaid contracts, where it depends on the number of deliveries. */
  other: string | null;
};

/** The present frequency, and those that the rules allow. */
export async function listFrequencyChoices(
  state: ContractState,
  portal: PortalContext,
): Promise<FrequencyChoices> {
  const { contract } = state;
  const plans = await findPlansOfLines(db, state);
  const present = { interval: contract.billingInterval, intervalCount: contract.billingIntervalCount };
  const ofPlans = plans.plans.slice(0, PLANS_SHOWN).map(({ billing }) => billing);
  const all = new Map(
    [...USUAL, ...ofPlans].map((cadence) => [`${cadence.interval}.${cadence.intervalCount}`, cadence]),
  );
  const key = `${present.interval}.${present.intervalCount}`;
  const list = all.has(key) ? [...all] : [[key, present] as const, ...all];
  const costs = list.flatMap(([name, cadence]) => {
    if (name === key) return [{ ...cadence, amount: contract.orderAmount }];
    const tried = tryEdit(state, () => changeFrequency(state, cadence, plans, portal));
    return tried ? [{ ...cadence, amount: tried.orderAmount }] : [];
  });
  const other = countDeliveriesOf(contract) > 1 ? null : findCostWithoutPlans(state, plans);
  const isOneCost = [...costs.map(({ amount }) => amount), other].every(
    (amount) => amount === null || compareMoney(amount, contract.orderAmount) === 0,
  );
  const write = (amount: string) => (isOneCost ? null : portal.format.money(amount, contract.currencyCode));
  return {
    choices: costs.map(({ amount, ...cadence }) => ({ ...cadence, orderAmount: write(amount) })),
    other: other && write(other),
  };
}

/** For a frequency that no plan has: lines then leave the known plans. */
function findCostWithoutPlans(state: ContractState, plans: PlansOfLines): string {
  const never: Cadence = { interval: "DAY", intervalCount: 0 };
  const lines = keepToPlans(state, { billing: never, delivery: never }, plans);
  if (lines.every((line, index) => line === state.lines[index])) return state.contract.orderAmount;
  const tried = tryEdit(state, () => ({ action: "contract.interval_changed", events: [], lines }));
  return tried?.orderAmount ?? state.contract.orderAmount;
}
