import {
  deleteEmptyAttempt,
  findAttemptPlace,
  findNextQueued,
} from "~/features/billing/billing-attempts.repo.server";
import { UPCOMING_ATTEMPTS } from "~/features/billing/upcoming-attempts";
import { type Cadence, changeBillingInterval } from "~/features/contracts/billing-interval";
import type { Cancellation } from "~/features/contracts/cancellation";
import type { ContractChange, ContractState } from "~/features/contracts/contract-change";
import {
  type ChangedContract,
  type ContractCaller,
  changeContract,
} from "~/features/contracts/contract-change.service.server";
import { changeStatus, type RequestedStatus } from "~/features/contracts/contract-status";
import {
  changeNextDate,
  requireCustomersDay,
  skipOrder,
  unskipOrder,
} from "~/features/contracts/order-dates";
import { atSameTimeOn, withStatus } from "~/features/contracts/order-plan";
import { moveOneTimeProducts } from "~/features/one-time-products/move-products.repo.server";
import { requirePortalAction } from "~/features/portal/portal-settings";
import { readPortalSettings } from "~/features/portal/portal-settings.repo.server";
import { notFound } from "~/http/problem";

/** Which contract, and which version of it the caller has seen (a form's; JSON callers have none). */
type Which = { contractId: number; expectedVersion?: number };

const ACTIONS = { ACTIVE: "resume", PAUSED: "pause", CANCELLED: "cancel" } as const;

const toClock = ({ shop, audit }: ContractCaller) => ({ now: audit.now, timeZone: shop.timeZone });

/**
 * Pause, resume, cancel or reactivate.
 *
 * @throws ProblemError as `changeStatus` and `changeContract`; switched_off for customers when the shop does not offer it
 */
export function updateStatus(
  caller: ContractCaller,
  { status, cancellation, ...which }: Which & { status: RequestedStatus; cancellation?: Cancellation },
): Promise<ChangedContract> {
  const isCustomer = caller.customerId !== null;
  return changeContract({ ...caller, ...which }, async (state, tx) => {
    // Only the contract tells a resumption from a cancellation taken back.
    const action = status === "ACTIVE" && state.contract.status !== "PAUSED" ? "reactivate" : ACTIONS[status];
    if (isCustomer) requirePortalAction(await readPortalSettings(caller.shop.id, tx), action);
    const change = changeStatus(state, status, toClock(caller), { isCustomer, cancellation });
    return status === "CANCELLED" ? change : withProductsMoved(state, change);
  });
}

/** Another date for the next order. @throws ProblemError as `changeNextDate` and `changeContract` */
export function updateNextDate(
  caller: ContractCaller,
  { nextBillingDate, ...which }: Which & { nextBillingDate: Date },
): Promise<ChangedContract> {
  return changeContract({ ...caller, ...which }, (state) =>
    withProductsMoved(state, changeNextDate(state, nextBillingDate, toClock(caller))),
  );
}

/**
 * Another day for the next order (`YYYY-MM-DD` of the shop's calendar), at the time of day it has. Customers choose from
 * tomorrow on, within a year. @throws as `updateNextDate`
 */
export function updateNextDay(
  caller: ContractCaller,
  { day, ...which }: Which & { day: string },
): Promise<ChangedContract> {
  return changeContract({ ...caller, ...which }, (state) => {
    const clock = toClock(caller);
    if (caller.customerId !== null) requireCustomersDay(day, clock);
    const wanted = atSameTimeOn(day, state.contract.nextBillingDate ?? clock.now, clock.timeZone);
    return withProductsMoved(state, changeNextDate(state, wanted, clock));
  });
}

/** Another billing interval. @throws ProblemError as `changeBillingInterval` and `changeContract` */
export function updateBillingInterval(
  caller: ContractCaller,
  { interval, intervalCount, ...which }: Which & Cadence,
): Promise<ChangedContract> {
  return changeContract({ ...caller, ...which }, (state) =>
    withProductsMoved(state, changeBillingInterval(state, { interval, intervalCount }, toClock(caller))),
  );
}

/** Orders that a new plan has no slot for are called off: their one-time products go with the next one that is left. */
function withProductsMoved(
  { contract: { shopId, id } }: ContractState,
  change: ContractChange,
): ContractChange {
  const calledOff = (change.attempts ?? []).filter(({ status }) => status === "CANCELLED");
  if (calledOff.length === 0) return change;
  return {
    ...change,
    also: async (tx) => {
      const next = await findNextQueued(tx, shopId, id, null);
      if (next !== null)
        for (const attempt of calledOff) await moveOneTimeProducts(tx, shopId, attempt.id, next);
    },
  };
}

/** Which order; with `contractId` it must be that contract's. */
type WhichOrder = { attemptId: number; contractId?: number; expectedVersion?: number };

/** Leave an order out; its one-time products go with the next one. @throws ProblemError as `skipOrder`; not_found */
export async function skipContractOrder(
  caller: ContractCaller,
  { attemptId, ...order }: WhichOrder,
): Promise<ChangedContract> {
  const which = await requireOrder(caller, attemptId, order);
  return changeContract({ ...caller, ...which, attemptId }, (state) => {
    const { id: contractId, shopId } = state.contract;
    const after = state.attempts.find(({ id }) => id === attemptId)?.billingDate ?? caller.audit.now;
    return {
      ...skipOrder(state, attemptId, toClock(caller)),
      also: async (tx) => {
        const next = await findNextQueued(tx, shopId, contractId, after);
        if (next !== null) await moveOneTimeProducts(tx, shopId, attemptId, next);
      },
    };
  });
}

/** Take a skipped order back. @throws ProblemError as `unskipOrder`; not_found */
export async function unskipContractOrder(
  caller: ContractCaller,
  { attemptId, ...order }: WhichOrder,
): Promise<ChangedContract> {
  const which = await requireOrder(caller, attemptId, order);
  return changeContract({ ...caller, ...which, attemptId }, (state) => {
    const surplus = findSurplusOrder(state, caller.audit.now);
    return {
      ...unskipOrder(state, attemptId, toClock(caller)),
      also: async (tx) => {
        if (surplus) await deleteEmptyAttempt(tx, state.contract.shopId, surplus);
      },
    };
  });
}

/** The order that was planned at the far end when one was skipped: with that one back, there is one too many. */
function findSurplusOrder({ attempts }: ContractState, now: Date): number | null {
  const ahead = withStatus(attempts, "QUEUED").filter(({ billingDate }) => billingDate > now);
  return ahead.length >= UPCOMING_ATTEMPTS ? (ahead.at(-1)?.id ?? null) : null;
}

/** The same answer for an unknown order, another customer's and one of another contract than was said. */
async function requireOrder(
  { shop, customerId }: ContractCaller,
  attemptId: number,
  { contractId, expectedVersion }: Omit<WhichOrder, "attemptId">,
): Promise<Which> {
  const place = await findAttemptPlace(shop.id, attemptId, customerId);
  if (!place || (contractId !== undefined && place.subscriptionContractId !== contractId))
    throw notFound("There is no such order.");
  return { contractId: place.subscriptionContractId, expectedVersion };
}
