import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { withStatus } from "~/features/contracts/change/order-plan";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { deleteUse } from "~/features/discounts/discount-codes.repo.server";
import { markWelcomeCode } from "~/features/referrals/records/referral-progress.service.server";
import { required, uuidOf } from "~/http/request/query-parameters";
import { notFound, ProblemError } from "~/lib/problem";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import { findWithinTries } from "./code-tries.service.server";
import { findFittingCode } from "./discount-code-fit.server";

/**
 * Remove a discount from a contract, with or without a code. If no order has had it or is being charged with it, the
 * use of its code is given back. Refused with not_found; with conflict for a contract that is over; for customers with
 * forbidden unless it has a code: what the shop has given, they could not put back.
 */
export const discountRemoval = defineContractOperation<{ discountId: string }, "code_removed">({
  customerSwitch: "discount_code",
  canBeUndone: true,
  async change(state, { discountId }, { caller: { shop, audit }, isCustomer, tx }) {
    requireEditable(state);
    const { contract } = state;
    const discount = state.discounts.find(({ id }) => id === discountId);
    if (!discount) throw notFound("The contract has no such discount.");
    if (isCustomer && discount.code === null)
      throw new ProblemError("forbidden", "Customers can remove discount codes only.");
    const code = discount.usageCount === 0 && (await deleteUse(tx, shop.id, contract.id, discountId));
    if (code) await markWelcomeCode(tx, "give_code_back", { code, contract }, audit);
    return {
      action: "contract.discount_removed",
      events: ["updated"],
      discounts: state.discounts.filter(({ id }) => id !== discountId),
    };
  },
  portalForms: {
    "remove-code": {
      operationId: "portalRemoveCode",
      body: z.object({ discount: z.uuid() }).transform(({ discount }) => ({ discountId: discount })),
      refusals: { forbidden: "switched_off" },
      outcome({ discountId }, { discounts, attempts }) {
        const removed = discounts.find(({ id }) => id === discountId);
        // Entered again, the code may be refused, or count an order that is not paid yet: that is the same only if no
        // order has had it, or may have it.
        const isUnused =
          removed?.usageCount === 0 && withStatus(attempts, ...OPEN_CHARGE_STATUSES).length === 0;
        return { done: "code_removed", undo: (isUnused && removed.code) || undefined };
      },
      undo: {
        code_removed: async (code, { now, visitor, ...contract }) =>
          (await findWithinTries(visitor, () => findFittingCode(contract, code, now)))
            ? { intent: "apply-code", fields: { code } }
            : null,
      },
    },
  },
  staffForms: { remove_discount: z.object({ discountId: z.uuid() }) },
  staffDialogs: {
    remove_discount: {
      done: "Discount removed",
      button: { at: "discount", label: "Remove" },
      dryRun: "shown",
      isHarsh: true,
      view(state, { place }) {
        const discount = state.discounts.find(({ id }) => id === place.discount);
        if (!discount) return null;
        requireEditable(state);
        return {
          title: `Remove the discount “${discount.title}”?`,
          lines: ["Upcoming orders go back to their price without it."],
          confirm: "Remove discount",
          rows: [[{ kind: "hidden", name: "discountId", value: discount.id }]],
        };
      },
    },
  },
});

export const removeContractDiscount = discountRemoval.json({
  name: "removeDiscount",
  path: "subscription-contracts-remove-discount",
  summary: "Remove a discount from a contract",
  method: "PUT",
  query: z.object({
    contractId,
    discountId: required(
      uuidOf("SubscriptionManualDiscount", {
        description: "The discount: its id, or the uuid at the end of the id.",
      }),
    ),
  }),
  problems: ["conflict", "forbidden"],
  read: ({ query }) => query,
});
