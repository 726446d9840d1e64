import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { changePlan } from "~/features/contracts/change/plan-change";
import { findPlan } from "~/features/contracts/offers/plans-of-lines.server";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { formId, idField } from "~/features/contracts/operations/form-fields";
import { contractIdParameter, sellingPlanIdParameter } from "~/features/contracts/operations/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";

/**
 * Applies frequency, discount and name of a selling plan to every line it covers (wire.md §4). Rule: `changePlan`;
 * refused for a plan that the shop does not have, or whose frequency is unknown.
 */
export const contractPlan = defineContractOperation<{ sellingPlanId: number }, "plan_changed">({
  customerSwitch: "change_plan",
  canBeUndone: true,
  amountFields: () => [{ parameter: "sellingPlanId" }],
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
const input = inQueryOrBody(query, ["contractId", "sellingPlanId"]);

export const updateFrequencyBySellingPlan = contractPlan.json({
  name: "updateFrequencyBySellingPlan",
  path: "subscription-contracts-update-frequency-by-selling-plan",
  summary: "Change a contract to another selling plan",
  description:
    "Its interval, discount and name, for every line the plan covers. Both are required, as parameters or as fields of a JSON body. The dates follow as by the billing interval. Refused beside a product it is not for that is under a plan of another frequency.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, sellingPlanId: 3_000_000_021 },
  problems: ["conflict"],
  read: input.read,
});
