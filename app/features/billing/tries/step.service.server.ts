import { findDaysLeft, findPlan } from "~/features/billing/dunning/dunning";
import { noteFailure } from "~/features/billing/dunning/failure-mail.service.server";
import type { Outcome } from "~/features/billing/gateway/port/payment-gateway";
import {
  findOrder,
  isUnderWay,
  leaveOrder,
  listOpenTries,
  type TryRow,
  updateOrder,
} from "~/features/billing/records/tries.repo.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import {
  recordOrderFailed,
  recordOrderNotCharged,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { logger } from "~/lib/logger.server";
import type { Engine } from "./engine.server";
import { type Asked, findBar, hasNewMethod, isOrderDue } from "./may-be-charged.service.server";
import { putBack, settle } from "./settle.service.server";
import { charge, makeTry, mayStillBeSent, type Order, type OrderPlace } from "./try.service.server";

/**
 * Does what an order needs now: the one entry point for the worker, "bill now" and "pay now". First looks up every
 * unfinished try, including those that a dead process has left. Only then, and only if none is under way, makes a new
 * try.
 *
 * @param asked set if somebody wants it charged now; null: only what is due is done
 * @throws ProblemError stale_version when the contract has another version than `asked`; the caller gives the order
 *   back
 */
export async function stepOrder(engine: Engine, attemptId: number, asked: Asked | null): Promise<void> {
  const {
    shop,
    audit,
    database: { on },
  } = engine;
  const openTries = await listOpenTries(on, shop.id, attemptId);
  // Looks up as scheduled.
  for (const open of openTries) await settleFound(engine, open, await lookUp(engine, open), asked !== null);
  const order = await findOrder(shop.id, attemptId, on);
  if (!order) return;
  const { attempt, contractStatus } = order;
  const stillOpen = openTries.length > 0 ? await listOpenTries(on, shop.id, attemptId) : [];
  if (stillOpen.some(isUnderWay)) return;
  // The outcomes just found may have changed the contract.
  const hasFound = toStates(stillOpen) !== toStates(openTries);
  const wanted = asked?.version !== undefined && hasFound ? { version: order.version } : asked;
  const isDue = attempt.nextStepAt !== null && attempt.nextStepAt <= audit.now;
  // What has been charged is recorded; nothing new begins, and dunning stands still.
  if (shop.closedAt !== null) return release(engine, attemptId);
  if (attempt.status === "QUEUED") return stepQueued(engine, order, wanted);
  if (!isUnpaid(attempt)) return rest(engine, order);
  if (wanted) return makeTry(engine, toPlace(order), wanted, callOffOrder);
  if (isOver(contractStatus)) return rest(engine, order);
  const contract = { ...order, status: contractStatus };
  if (contractStatus !== "ACTIVE" && !(await hasNewMethod(engine, attempt, contract))) {
    if (attempt.givenUpAt !== null) return rest(engine, order);
    return isDue ? letPass(engine, order) : release(engine, attemptId);
  }
  if (isDue && attempt.nextStep === "TRY") return makeTry(engine, toPlace(order), null, callOffOrder);
  if (isDue && attempt.nextStep === "END") return giveUp(engine, order);
  return release(engine, attemptId);
}

/**
 * For a gateway's webhook: looks up every unfinished try, without making a new one. The caller has the lease. An order
 * that a person has given up is only looked up: a charge that has not arrived is not sent again.
 *
 * @param isAsked whether a person has asked for it
 * @returns false when the gateway has left a look-up unanswered
 */
export async function checkOrder(
  engine: Engine,
  attemptId: number,
  { isAsked }: { isAsked: boolean },
): Promise<boolean> {
  const order = await findOrder(engine.shop.id, attemptId, engine.database.on);
  const isGivenUp = order?.attempt.status === "SKIPPED";
  const isAnswered = await lookBesides(engine, attemptId, isGivenUp ? null : { isAsked });
  await release(engine, attemptId);
  return isAnswered;
}

/**
 * Asks the gateway about an order's unfinished tries; nothing is sent again. The caller has the lease.
 *
 * @returns as `checkOrder`
 */
export const askAboutOrder = (engine: Engine, attemptId: number): Promise<boolean> =>
  lookBesides(engine, attemptId, null);

/**
 * Looks up an order's unfinished tries besides the scheduled look-ups, and uses up none of those.
 *
 * @param sending null: one that has not arrived is left as it is
 */
async function lookBesides(
  engine: Engine,
  attemptId: number,
  sending: { isAsked: boolean } | null,
): Promise<boolean> {
  let isAnswered = true;
  for (const open of await listOpenTries(engine.database.on, engine.shop.id, attemptId)) {
    const found = await lookUp(engine, open);
    if (found.kind === "unanswered") isAnswered = false;
    // A charge that a dead process has left has no look-up scheduled yet.
    if (found.kind === "unanswered" && open.state !== "REQUESTING") continue;
    if (found.kind !== "notFound" || sending)
      await settleFound(engine, open, found, sending?.isAsked ?? false);
  }
  return isAnswered;
}

/**
 * Prevents any further charge of an order, also on the gateway's pages; earlier payments are found and recorded. If the
 * gateway cannot be reached, what is paid there later is recorded when it reports it.
 */
export async function callOffOrder(engine: Engine, { id, gatewayRef }: Order["attempt"]): Promise<void> {
  if (gatewayRef !== null)
    await engine.gateway.cancel(gatewayRef).catch((error: unknown) => {
      logger.warn({ err: error, attemptId: id }, "an order could not be cancelled at the gateway");
    });
  await askAboutOrder(engine, id);
}

const toStates = (tries: readonly TryRow[]) => tries.map(({ number, state }) => `${number} ${state}`).join();
const toPlace = ({ attempt, contractId }: Order) => ({ attemptId: attempt.id, contractId });
/** Clears the next step: nothing happens automatically. */
const rest = ({ database }: Engine, { attempt }: Order) =>
  leaveOrder(database.on, attempt, { nextStep: null, nextStepAt: null });
const release = ({ shop, database }: Engine, attemptId: number) =>
  updateOrder(database.on, shop.id, attemptId, { leaseUntil: null });

/** What a look-up has found; `unanswered`: nothing. */
type Found = Outcome | { kind: "notFound" } | { kind: "unanswered" };

/**
 * Records what was found of a try. One that has not arrived is sent again, exactly the same, if it may still be charged;
 * otherwise it is called off.
 */
async function settleFound(engine: Engine, open: TryRow, found: Found, isAsked: boolean): Promise<void> {
  if (found.kind !== "notFound") return settle(engine, open, toOutcome(found));
  if (!isUnderWay(open)) return;
  if (engine.shop.closedAt !== null) return settle(engine, open, { kind: "unknown" });
  const order = await findOrder(engine.shop.id, open.attemptId, engine.database.on);
  if (!order) return;
  if (!(await mayStillBeSent(engine, open, order, isAsked))) return callOffTry(engine, open, toPlace(order));
  const outcome = await charge(engine, open);
  // Refused now; but the process that sent it first may still be waiting for its answer.
  const isNotTaken = outcome.kind === "throttled" || outcome.kind === "refused";
  return settle(engine, open, isNotTaken ? { kind: "unknown" } : outcome);
}

const toOutcome = (found: Exclude<Found, { kind: "notFound" }>): Outcome =>
  found.kind === "unanswered" ? { kind: "unknown" } : found;

/**
 * Ends a try that has not arrived and must not be sent any more. The gateway has to confirm first that it takes no
 * charge: the process that sent it may still be on its way there. Then the order is as it was before, and what may still
 * be done about it is decided as for any other.
 */
async function callOffTry(engine: Engine, open: TryRow, place: OrderPlace): Promise<void> {
  const { attemptId, gatewayRef } = open;
  try {
    await engine.gateway.cancel(gatewayRef ?? "");
  } catch (error) {
    logger.warn({ err: error, attemptId }, "a charge could not be called off at the gateway");
    return settle(engine, open, { kind: "unknown" });
  }
  const found = await lookUp(engine, open);
  if (found.kind !== "notFound") return settle(engine, open, toOutcome(found));
  const reason = "The contract or its payment method had changed before it was charged.";
  await putBack(engine, open, { reason, at: engine.audit.now, keepsLease: true });
  await callOffPutBack(engine, place);
}

async function lookUp({ gateway }: Engine, { gatewayRef, key, attemptId }: TryRow): Promise<Found> {
  try {
    return await gateway.lookUp(gatewayRef ?? "", key);
  } catch (error) {
    logger.warn({ err: error, attemptId }, "a gateway did not answer a look");
    return { kind: "unanswered" };
  }
}

async function stepQueued(engine: Engine, order: Order, asked: Asked | null): Promise<void> {
  const { shop, audit, database } = engine;
  const { attempt, contractStatus } = order;
  if (contractStatus !== "ACTIVE") {
    await callOffPutBack(engine, toPlace(order));
    return release(engine, attempt.id);
  }
  if (!findBar(order, attempt)) return makeTry(engine, toPlace(order), asked, callOffOrder);
  const target = { shop, attemptId: attempt.id, audit, transact: database.transact };
  const { isChanged } = await recordOrderNotCharged(target, async (_tx, { contract, attempts }) => {
    // As they are under the lock: what bars it may be gone, or the order moved.
    const now = attempts.find(({ id }) => id === attempt.id);
    if (now?.status !== "QUEUED" || contract.status !== "ACTIVE") return null;
    return asked || isOrderDue(engine, now) ? findBar(contract, now) : null;
  });
  if (!isChanged) await release(engine, attempt.id);
}

/**
 * A charge that was refused or called off has put the order back, but its contract is no longer active: parks or cancels it. Under the
 * contract's lock, because a contract that is resumed at this moment keeps its order.
 */
async function callOffPutBack({ shop, audit }: Engine, place: OrderPlace): Promise<void> {
  const target = { shop, customerId: null, audit, ...place, isOutcome: true } as const;
  await changeContract(target, async ({ contract, attempts }, tx) => {
    const order = attempts.find(({ id }) => id === place.attemptId);
    if (order?.status !== "QUEUED" || contract.status === "ACTIVE") return null;
    const status = contract.status === "PAUSED" || contract.status === "FAILED" ? "PARKED" : "CANCELLED";
    await updateOrder(tx, shop.id, order.id, { status, nextStep: null, nextStepAt: null });
    return null;
  });
}

/**
 * Dunning days elapse while a contract is paused or failed, without any try. If it runs again before they are over, the
 * remaining days count; otherwise the order is given up, so that nobody is charged for it much later.
 */
async function letPass(engine: Engine, order: Order): Promise<void> {
  const { shop, settings, audit, database } = engine;
  const { firstFailedAt, errorCode, nextStep } = order.attempt;
  const times = firstFailedAt && { firstFailedAt, now: audit.now };
  const [next] = times ? findDaysLeft(errorCode ?? "", times, settings, shop.timeZone) : [];
  if (!next) return giveUp(engine, order);
  await leaveOrder(database.on, order.attempt, { nextStep, nextStepAt: next });
}

/**
 * The days of dunning are over and the order is still unpaid. If the contract is not active, only the order is given
 * up, and the customer gets no mail: they or the shop stopped the contract.
 */
async function giveUp(engine: Engine, { attempt, contractStatus }: Order): Promise<void> {
  const { shop, settings, audit, database } = engine;
  await callOffOrder(engine, attempt);
  const { errorCode, errorMessage, errorClass } = attempt;
  const isActive = contractStatus === "ACTIVE";
  await recordOrderFailed(
    { shop, attemptId: attempt.id, audit, transact: database.transact },
    async (_tx, state) => {
      const now = state.attempts.find(({ id }) => id === attempt.id);
      // What was found while it was called off may be a payment, or one on its way.
      if (!now?.nextStep || !isUnpaid(now)) return null;
      if (now.nextStep !== "END" && state.contract.status === "ACTIVE") return null;
      return {
        errorCode: errorCode ?? "GENERIC_ERROR",
        errorMessage: errorMessage ?? "",
        errorClass,
        end: findPlan(errorCode ?? "", settings).endAction,
        isTry: false,
      };
    },
    async (tx, failed) => {
      if (isActive) await noteFailure(tx, shop.id, attempt.id, failed, audit.now);
    },
  );
}
