import { sql } from "drizzle-orm";
import type { ContractState } from "~/features/contracts/change/contract-change";
import {
  type BasePrices,
  type PlansOfLines,
  refusePlan,
  type TimedPlan,
  type WantedPlan,
} from "~/features/contracts/change/plan-change";
import type { Queryable } from "~db/client.server";
import { sqlStatement } from "~db/statement.server";
import type { Transaction } from "~db/transaction.server";
import { type CatalogueOffers, type CataloguePlan, findCatalogueOffers } from "./line-offers.repo.server";

/** The plan, and how it fits the contract's lines. @throws ProblemError invalid_request */
export async function findPlan(on: Queryable, state: ContractState, planId: number): Promise<WantedPlan> {
  const planIds = [planId, ...listPlanIds(state)];
  const catalogue = await findCatalogueOffers(on, state.contract.shopId, { ...toProducts(state), planIds });
  const found = catalogue.plans.get(planId);
  if (!found) throw refusePlan("unknown_plan", "The shop has no such selling plan.");
  const [plan] = toTimed(found);
  if (!plan) throw refusePlan("unknown_frequency", "The frequency of this selling plan is not known here.");
  const covered = state.lines.filter(
    ({ productId }) =>
      found.productIds === null || (productId !== null && found.productIds.includes(productId)),
  );
  return {
    plan,
    basePrices: toBasePrices(state, covered, catalogue),
    plans: [...catalogue.plans.values()].flatMap(toTimed),
  };
}

/** What a new frequency is compared with. Reads nothing for a contract without plans. */
export async function findPlansOfLines(on: Queryable, state: ContractState): Promise<PlansOfLines> {
  const planIds = listPlanIds(state);
  if (planIds.length === 0) return { plans: [], basePrices: new Map() };
  const asked = { ...toProducts(state), planIds, withGroups: true };
  const catalogue = await findCatalogueOffers(on, state.contract.shopId, asked);
  return {
    plans: [...catalogue.plans.values()].flatMap(toTimed),
    basePrices: toBasePrices(state, state.lines, catalogue),
  };
}

const selectAndHoldAll = sqlStatement<
  { shopId: number },
  Pick<CataloguePlan, "id" | "billingInterval" | "billingIntervalCount">
>()(
  (value) => sql`
    select s.id, s.billing_interval as "billingInterval", s.billing_interval_count as "billingIntervalCount"
    from selling_plans s where s.shop_id = ${value("shopId")}::bigint order by s.id for key share`,
);

/**
 * All plans of the shop, locked against deletion until the transaction ends; `timed`: those whose frequency is known.
 */
export async function holdPlans(tx: Transaction, shopId: number) {
  const plans = await selectAndHoldAll(tx, { shopId });
  return {
    ids: new Set(plans.map(({ id }) => id)),
    timed: plans.flatMap(({ id, billingInterval, billingIntervalCount }) => {
      const billing = toCadence(billingInterval, billingIntervalCount);
      return billing ? [{ id, billing }] : [];
    }),
  };
}

const listPlanIds = ({ lines }: ContractState): number[] => [
  ...new Set(lines.flatMap(({ sellingPlanId }) => sellingPlanId ?? [])),
];

const toProducts = ({ lines }: ContractState) => ({
  variantIds: lines.flatMap(({ variantId }) => variantId ?? []),
  productIds: lines.flatMap(({ productId }) => productId ?? []),
});

/** Empty for a plan whose frequency is unknown. */
function toTimed(plan: CataloguePlan): TimedPlan[] {
  const billing = toCadence(plan.billingInterval, plan.billingIntervalCount);
  if (!billing) return [];
  return [
    { ...plan, billing, delivery: toCadence(plan.deliveryInterval, plan.deliveryIntervalCount) ?? billing },
  ];
}

const toCadence = (interval: CataloguePlan["billingInterval"], intervalCount: number | null) =>
  interval && intervalCount ? { interval, intervalCount } : null;

/** The catalogue's price of each line; null where it has none, or one in another currency. */
function toBasePrices(
  { contract }: ContractState,
  lines: ContractState["lines"],
  { currencyCode, variants }: CatalogueOffers,
): BasePrices {
  const isSameCurrency = currencyCode === contract.currencyCode;
  return new Map(
    lines.map(({ id, variantId }) => [
      id,
      (isSameCurrency && variantId !== null && variants.get(variantId)?.price) || null,
    ]),
  );
}
