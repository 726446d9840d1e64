import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { changePlan } from "~/features/contracts/change/plan-change";
import { listPlanIdsOf, listUntimedPlansOf } from "~/features/contracts/offers/line-offers.repo.server";
import { findPlan } from "~/features/contracts/offers/plans-of-lines.server";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import { formId, idField } from "~/features/contracts/operations/definition/form-fields";
import {
  contractIdParameter,
  sellingPlanIdParameter,
} from "~/features/contracts/operations/definition/parameters";
import type { DialogContext, DialogOption } from "~/features/contracts/operations/definition/staff-dialog";
import { ifAllowed, toCost } from "~/features/contracts/operations/lines/variant-choices.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { formatFrequency, quote } from "~/lib/format";
import { db } from "~db/client.server";

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
      body: z.object({ plan: idField }).transform(({ plan }) => ({ sellingPlanId: plan })),
      outcome: () => ({ done: "plan_changed" }),
    },
  },
  staffForms: { plan: z.object({ sellingPlanId: formId("Choose a plan.") }) },
  staffDialogs: {
    plan: {
      done: "Selling plan changed",
      button: { at: "products", label: "Change plan" },
      dryRun: "asked",
      async view(state, context) {
        requireEditable(state);
        return {
          title: "Change the selling plan",
          lines: [
            `Its frequency, and its price for the products it is for. ${toCostNow(state, context.format)}`,
            ...(await listUntimedPlans(state)),
          ],
          confirm: "Change plan",
          rows: [
            [
              {
                kind: "list",
                name: "sellingPlanId",
                label: "Plan",
                options: await listPlans(state, context),
                empty: "No other plan for these products.",
              },
            ],
          ],
        };
      },
    },
  },
});

const PLANS_SHOWN = 12;
const UNTIMED_NAMED = 3;

/** Which plans cannot be chosen because only their names are known, and what to do about it. */
async function listUntimedPlans({ contract, lines }: ContractState): Promise<string[]> {
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const found = await listUntimedPlansOf(db, contract.shopId, productIds, UNTIMED_NAMED + 2);
  // The present plan would not be listed anyway.
  const plans = found.filter(({ id }) => lines.some(({ sellingPlanId }) => sellingPlanId !== id));
  const names = plans.slice(0, UNTIMED_NAMED).map(({ name }) => quote(name));
  if (names.length === 0) return [];
  const named = `${names.join(", ")}${plans.length > UNTIMED_NAMED ? " and others" : ""}`;
  const [whose, which] = plans.length === 1 ? ["its frequency is", "it"] : ["their frequencies are", "them"];
  return [`Not listed: ${named}, since ${whose} not known. Set ${which} under “Selling plans” first.`];
}

/** Plans to choose from, with what an order would cost: not the present one, nor those that the dates do not allow. */
async function listPlans(state: ContractState, { clock, format }: DialogContext): Promise<DialogOption[]> {
  const { contract, lines } = state;
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const ids = await listPlanIdsOf(db, contract.shopId, productIds, PLANS_SHOWN);
  const plans = await Promise.all(ids.map((id) => findPlan(db, state, id)));
  return plans.flatMap((wanted): DialogOption[] => {
    const { id, name, billing } = wanted.plan;
    const change = ifAllowed(() => changePlan(state, wanted, clock));
    if (!change) return [];
    const frequency = formatFrequency(billing.interval, billing.intervalCount);
    const note = `${frequency}, each order then ${toCost(state, change, { format })}`;
    return [{ value: String(id), label: name, note }];
  });
}

const query = z.object({ contractId: contractIdParameter, sellingPlanId: sellingPlanIdParameter });
const input = inQueryOrBody(query, ["contractId", "sellingPlanId"]);

export const updateFrequencyBySellingPlan = contractPlan.json({
  name: "updateFrequencyBySellingPlan",
  path: "subscription-contracts-update-frequency-by-selling-plan",
  summary: "Change the selling plan of a contract",
  description:
    "Applies the plan's interval, discount and name to every line that the plan covers. Dates are recalculated as for update-billing-interval. Refused if the contract has a product outside the plan whose own plan has another frequency. Send contractId and sellingPlanId, both required, as query parameters or in a JSON body.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, sellingPlanId: 3_000_000_021 },
  problems: ["conflict"],
  read: input.read,
});
