import { z } from "zod";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { requireNotGone } from "~/features/contracts/operations/lines/gone-offers.server";
import { requireUsableMethod } from "~/features/contracts/operations/payment/payment-method.server";
import { listPlannedSince, takeBack } from "~/features/contracts/undo/undo";
import { deleteUndo, findUndo } from "~/features/contracts/undo/undos.repo.server";
import { deleteEmptyAttempt } from "~/features/order-schedule/billing-attempts.repo.server";
import { ProblemError } from "~/lib/problem";

/**
 * Undo the last edit that staff made to a contract: the contract is as it was before, to the cent. For edits whose
 * operation declares it (`canBeUndone`), for a day, while nothing else has changed the contract. Rule and refusals:
 * `takeBack`; a payment method that was revoked or has expired meanwhile is refused as `updatePaymentMethod` does, and
 * so is a line whose product or plan was deleted. Source: docs/decisions/062.
 */
export const changeUndo = defineContractOperation<Record<never, never>>({
  async change(state, _wanted, { clock, tx }) {
    const kept = await findUndo(tx, state.contract, clock.now);
    if (!kept)
      throw new ProblemError(
        "conflict",
        "There is nothing to undo: the contract has changed since, or it was too long ago.",
      );
    const { paymentMethodId } = kept.content.contract;
    if (paymentMethodId) await requireUsableMethod(tx, { ...state.contract, paymentMethodId }, clock);
    if (kept.content.lines) await requireNotGone(tx, state, kept.content.lines);
    const change = takeBack(state, kept.content, kept.action, clock);
    // They are empty: whatever is put on an order gives the contract another version, which rules the undo out.
    for (const { id } of listPlannedSince(state, kept.content))
      await deleteEmptyAttempt(tx, state.contract.shopId, id);
    return {
      ...change,
      also: (on) => deleteUndo(on, state.contract),
    };
  },
  staffForms: { undo: z.object({}) },
  staffDone: { undo: "Change undone" },
});
