import { z } from "zod";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  unskipOrder as toRestoredOrder,
  skipOrder as toSkippedOrder,
} from "~/features/contracts/change/order-dates";
import { type ShopClock, withStatus } from "~/features/contracts/change/order-plan";
import { moveOneTimeProducts } from "~/features/contracts/one-time-products/move-products.repo.server";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { idField, truthField } from "~/features/contracts/operations/form-fields";
import { deleteEmptyAttempt, findNextPlanned } from "~/features/order-schedule/billing-attempts.repo.server";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { UPCOMING_ATTEMPTS } from "~/features/order-schedule/upcoming-attempts";
import { ProblemError } from "~/lib/problem";

type WantedSkip = { attemptId: number; skip: boolean };

/** Skip one order, or unskip it. Rules and refusals: `skipOrder`, `unskipOrder`; not_found. */
export const orderSkip = defineContractOperation<WantedSkip, "skipped" | "unskipped">({
  customerSwitch: "skip",
  orderOf: ({ attemptId }) => attemptId,
  change(state, { attemptId, skip }, { clock }) {
    if (!state.attempts.some(({ id }) => id === attemptId)) throw orderNotFound();
    return skip ? leaveOut(state, attemptId, clock) : takeBack(state, attemptId, clock);
  },
  portalForms: {
    skip: {
      operationId: "portalSkipOrder",
      summary: "Leave an order out or take it back",
      body: z
        .object({ attempt: idField, skip: truthField })
        .transform(({ attempt, skip }) => ({ attemptId: attempt, skip })),
      outcome: ({ attemptId, skip }) => ({ done: skip ? "skipped" : "unskipped", undo: String(attemptId) }),
      undo: {
        skipped: (attempt) => ({ fields: { attempt, skip: "false" } }),
        unskipped: (attempt) => ({ fields: { attempt, skip: "true" } }),
      },
    },
  },
  staffForms: { skip: toSkip(true), unskip: toSkip(false) },
});

function toSkip(skip: boolean) {
  return z.object({ attemptId: z.coerce.number().int() }).transform(({ attemptId }) => ({ attemptId, skip }));
}

/** Skip the next order, whichever it is when the contract is locked. @throws ProblemError conflict without one */
export const upcomingOrderSkip = defineContractOperation<object>({
  customerSwitch: "skip",
  change(state, _wanted, { clock }) {
    const next = findUpcomingOrder(state);
    if (!next) throw new ProblemError("conflict", "The contract has no order to skip.");
    return leaveOut(state, next.id, clock);
  },
});

/** The order that `upcomingOrderSkip` skips. */
export const findUpcomingOrder = ({ attempts }: ContractState) => withStatus(attempts, "QUEUED")[0] ?? null;

/** Its one-time products move to the next order. */
function leaveOut(state: ContractState, attemptId: number, clock: ShopClock): ContractChange {
  const { id: contractId, shopId } = state.contract;
  const after = state.attempts.find(({ id }) => id === attemptId)?.billingDate ?? clock.now;
  return {
    ...toSkippedOrder(state, attemptId, clock),
    also: async (tx) => {
      const next = await findNextPlanned(tx, shopId, contractId, after);
      if (next !== null) await moveOneTimeProducts(tx, shopId, attemptId, next);
    },
  };
}

function takeBack(state: ContractState, attemptId: number, clock: ShopClock): ContractChange {
  const surplus = findSurplusOrder(state, clock.now);
  return {
    ...toRestoredOrder(state, attemptId, clock),
    also: async (tx) => {
      if (surplus) await deleteEmptyAttempt(tx, state.contract.shopId, surplus);
    },
  };
}

/** The order that was planned at the far end when this one was skipped: unskipped, there is one too many. */
function findSurplusOrder({ attempts }: ContractState, now: Date): number | null {
  const ahead = withStatus(attempts, "QUEUED").filter(({ billingDate }) => billingDate > now);
  return ahead.length >= UPCOMING_ATTEMPTS ? (ahead.at(-1)?.id ?? null) : null;
}
