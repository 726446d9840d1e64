import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { changePlan, refusePlan, type WantedPlan } from "~/features/contracts/change/plan-change";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { formId, idField } from "~/features/contracts/operations/form-fields";
import {
  type CatalogueOffers,
  type CataloguePlan,
  findCatalogueOffers,
} from "~/features/contracts/operations/lines/line-offers.repo.server";
import { contractIdParameter, sellingPlanIdParameter } from "~/features/contracts/operations/parameters";
import { asBodyToo, requireFromEither } from "~/http/request/query-or-body";
import type { Queryable } from "~db/client.server";

/**
 * Frequency, discount and name of a selling plan, for every line it covers (wire.md §4). Rule: `changePlan`; refused for
 * a plan that the shop does not have, or whose frequency nobody has told.
 */
export const contractPlan = defineContractOperation<{ sellingPlanId: number }, "plan_changed">({
  customerSwitch: "change_plan",
  canBeUndone: true,
  async change(state, { sellingPlanId }, { clock, tx }) {
    requireEditable(state);
    const wanted = await findPlan(tx, state, sellingPlanId);
    return withProductsMoved(state, changePlan(state, wanted, clock));
  },
  portalForms: {
    plan: {
      operationId: "portalChangePlan",
      summary: "Change to another selling plan",
      body: z.object({ plan: idField }).transform(({ plan }) => ({ sellingPlanId: plan })),
      outcome: () => ({ done: "plan_changed" }),
    },
  },
  staffForms: { plan: z.object({ sellingPlanId: formId("Choose a plan.") }) },
});

const query = z.object({ contractId: contractIdParameter, sellingPlanId: sellingPlanIdParameter });

export const updateFrequencyBySellingPlan = contractPlan.json({
  name: "updateFrequencyBySellingPlan",
  path: "subscription-contracts-update-frequency-by-selling-plan",
  summary: "Change a contract to another selling plan",
  description:
    "Its interval, discount and name, for every line the plan covers. Both are required, as parameters or as fields of a JSON body. The dates follow as by the billing interval.",
  method: "PUT",
  query,
  body: asBodyToo(query),
  bodyExample: { contractId: 10_000_000_012, sellingPlanId: 3_000_000_021 },
  problems: ["conflict"],
  read: ({ query, body }) => requireFromEither(query, body, ["contractId", "sellingPlanId"]),
});

/** The plan with what it would make of the contract's lines. @throws ProblemError invalid_request */
export async function findPlan(on: Queryable, state: ContractState, planId: number): Promise<WantedPlan> {
  const { lines, contract } = state;
  const catalogue = await findCatalogueOffers(on, contract.shopId, {
    planIds: [planId],
    variantIds: lines.flatMap(({ variantId }) => variantId ?? []),
    productIds: lines.flatMap(({ productId }) => productId ?? []),
  });
  const plan = catalogue.plans.get(planId);
  if (!plan) throw refusePlan("unknown_plan", "The shop has no such selling plan.");
  const billing = toCadence(plan.billingInterval, plan.billingIntervalCount);
  if (!billing)
    throw refusePlan("unknown_frequency", "The frequency of this selling plan is not known here.");
  const delivery = toCadence(plan.deliveryInterval, plan.deliveryIntervalCount) ?? billing;
  return { plan: { ...plan, billing, delivery }, basePrices: findBasePrices(state, plan, catalogue) };
}

const toCadence = (interval: CataloguePlan["billingInterval"], intervalCount: number | null) =>
  interval && intervalCount ? { interval, intervalCount } : null;

/**
 * What a unit of each covered line costs without a plan: what the catalogue says; where it says nothing, or says it in
 * another currency, what the line had before its plan.
 */
function findBasePrices(
  { contract, lines }: ContractState,
  { productIds }: CataloguePlan,
  { currencyCode, variants }: CatalogueOffers,
): Map<string, string> {
  const covered = lines.filter(
    ({ productId }) => productIds === null || (productId !== null && productIds.includes(productId)),
  );
  const inCatalogue = (variantId: number | null) =>
    variantId !== null && currencyCode === contract.currencyCode ? variants.get(variantId)?.price : undefined;
  return new Map(
    covered.map(({ id, variantId, basePrice, currentPrice }) => [
      id,
      inCatalogue(variantId) ?? basePrice ?? currentPrice,
    ]),
  );
}
