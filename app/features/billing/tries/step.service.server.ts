import { findDaysLeft, findPlan } from "~/features/billing/dunning/dunning";
import { noteFailure } from "~/features/billing/dunning/failure-mail.service.server";
import type { Outcome } from "~/features/billing/gateway/port/payment-gateway";
import {
  findOrder,
  isUnderWay,
  listOpenTries,
  listTries,
  type TryRow,
  updateOrder,
} from "~/features/billing/records/tries.repo.server";
import type { Engine } from "~/features/billing/tries/engine.server";
import { settle } from "~/features/billing/tries/settle.service.server";
import { charge, makeTry } from "~/features/billing/tries/try.service.server";
import {
  recordOrderFailed,
  recordOrderNotCharged,
} from "~/features/contracts/change/order-outcome.service.server";
import { logger } from "~/lib/logger.server";

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/**
 * Does what an order needs now: the one entry point for the worker, "bill now" and "pay now". First looks up every
 * unfinished try, including those that a dead process has left. Only then, and only if none is under way, makes a new
 * try.
 *
 * @param isAsked somebody wants it charged now; otherwise only what is due is done
 */
export async function stepOrder(engine: Engine, attemptId: number, isAsked: boolean): Promise<void> {
  const {
    shop,
    audit,
    database: { on },
  } = engine;
  const openTries = await listOpenTries(on, shop.id, attemptId);
  for (const open of openTries) await look(engine, open);
  const order = await findOrder(shop.id, attemptId, on);
  if (!order) return;
  const { attempt, contractStatus } = order;
  if (openTries.length > 0 && (await listOpenTries(on, shop.id, attemptId)).some(isUnderWay)) return;
  const isDue = attempt.nextStepAt !== null && attempt.nextStepAt <= audit.now;
  if (attempt.status === "QUEUED") return stepQueued(engine, order, isAsked);
  if (attempt.status !== "FAILURE" && attempt.status !== "ACTION_REQUIRED") return rest(engine, attemptId);
  if (isAsked) return makeTry(engine, toPlace(order), true);
  if (contractStatus === "CANCELLED" || contractStatus === "EXPIRED") return rest(engine, attemptId);
  if (contractStatus !== "ACTIVE" && !(await hasNewMethod(engine, order))) {
    if (attempt.givenUpAt !== null) return rest(engine, attemptId);
    return isDue ? letPass(engine, order) : release(engine, attemptId);
  }
  if (isDue && attempt.nextStep === "TRY") return makeTry(engine, toPlace(order), false);
  if (isDue && attempt.nextStep === "END") return giveUp(engine, order);
  return release(engine, attemptId);
}

/**
 * For a gateway's webhook: looks up every unfinished try, and makes no new one. The caller has the lease. An order that
 * a person has given up is only looked up: a charge that has not arrived is not sent again.
 */
export async function checkOrder(engine: Engine, attemptId: number): Promise<void> {
  const order = await findOrder(engine.shop.id, attemptId, engine.database.on);
  if (order?.attempt.status === "SKIPPED") await askAboutOrder(engine, attemptId);
  else
    for (const open of await listOpenTries(engine.database.on, engine.shop.id, attemptId))
      await look(engine, open);
  await release(engine, attemptId);
}

/** Asks the gateway about an order's unfinished tries; nothing is sent again. The caller has the lease. */
export async function askAboutOrder(engine: Engine, attemptId: number): Promise<void> {
  for (const open of await listOpenTries(engine.database.on, engine.shop.id, attemptId)) {
    const found = await lookUp(engine, open);
    if (found.kind !== "notFound") await settle(engine, open, found);
  }
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

/**
 * Dunning has stopped the contract, and it has got a payment method since that this order was not tried with. Not one
 * that a person has paused: nothing is charged there unless they ask.
 */
async function hasNewMethod({ shop, database }: Engine, order: Order): Promise<boolean> {
  const { attempt, contractStatus, pausedOn, paymentMethodId } = order;
  const { nextStep, givenUpAt, completedAt } = attempt;
  if (nextStep !== "TRY" || givenUpAt === null) return false;
  // Given up a second time, an order keeps the time of the first; that it was tried last is the time of the pause then.
  const isPaused =
    contractStatus === "PAUSED" && [givenUpAt, completedAt].some((at) => at && +at === +(pausedOn ?? 0));
  if (!isPaused && contractStatus !== "FAILED") return false;
  const tries = await listTries(database.on, shop.id, attempt.id);
  return tries.findLast(({ state }) => state !== "REFUSED")?.paymentMethodId !== paymentMethodId;
}

const toPlace = ({ attempt, contractId }: Order) => ({ attemptId: attempt.id, contractId });
/** Clears the next step: nothing happens automatically. */
const rest = ({ shop, database }: Engine, attemptId: number) =>
  updateOrder(database.on, shop.id, attemptId, { nextStep: null, nextStepAt: null, leaseUntil: null });
const release = ({ shop, database }: Engine, attemptId: number) =>
  updateOrder(database.on, shop.id, attemptId, { leaseUntil: null });

/** Looks a try up at the gateway; if it has not arrived there, sends exactly the same again. */
async function look(engine: Engine, open: TryRow): Promise<void> {
  const found = await lookUp(engine, open);
  if (found.kind !== "notFound") return settle(engine, open, found);
  if (!isUnderWay(open)) return;
  const outcome = await charge(engine, open);
  // Refused now; but the process that sent it first may still be waiting for its answer.
  const isNotTaken = outcome.kind === "throttled" || outcome.kind === "refused";
  return settle(engine, open, isNotTaken ? { kind: "unknown" } : outcome);
}

async function lookUp(
  { gateway }: Engine,
  { gatewayRef, key, attemptId }: TryRow,
): Promise<Outcome | { kind: "notFound" }> {
  try {
    return await gateway.lookUp(gatewayRef ?? "", key);
  } catch (error) {
    logger.warn({ err: error, attemptId }, "a gateway did not answer a look");
    return { kind: "unknown" };
  }
}

async function stepQueued(engine: Engine, order: Order, isAsked: boolean): Promise<void> {
  const { shop, audit, database } = engine;
  const { attempt, contractStatus, autoCharge, endsAt } = order;
  if (contractStatus !== "ACTIVE") {
    // The refused charge put the order back, but its contract is no longer active: park or cancel it.
    const status = contractStatus === "PAUSED" || contractStatus === "FAILED" ? "PARKED" : "CANCELLED";
    return updateOrder(database.on, shop.id, attempt.id, {
      status,
      nextStep: null,
      nextStepAt: null,
      leaseUntil: null,
    });
  }
  const target = { shop, attemptId: attempt.id, audit, transact: database.transact };
  if (endsAt && attempt.billingDate > endsAt)
    return void (await recordOrderNotCharged(target, "CONTRACT_ENDED"));
  if (!autoCharge) return void (await recordOrderNotCharged(target, "AUTO_CHARGE_DISABLED"));
  return makeTry(engine, toPlace(order), isAsked);
}

/**
 * The days of dunning go by while a contract is paused or failed, and nothing is tried: if it runs again before they are
 * over, the rest of them counts; otherwise the order is given up, so that nobody is charged for it much later.
 */
async function letPass(engine: Engine, order: Order): Promise<void> {
  const { shop, settings, audit, database } = engine;
  const { id, firstFailedAt, errorCode, nextStep } = order.attempt;
  const times = firstFailedAt && { firstFailedAt, now: audit.now };
  const [next] = times ? findDaysLeft(errorCode ?? "", times, settings, shop.timeZone) : [];
  if (!next) return giveUp(engine, order);
  await updateOrder(database.on, shop.id, id, { nextStep, nextStepAt: next, leaseUntil: null });
}

/**
 * The days of dunning are over and the order is still unpaid. Of a contract that is not active only the order is given up,
 * and its customer is not written to: it was they or the shop who stopped it.
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
      if (!now?.nextStep || (now.nextStep !== "END" && state.contract.status === "ACTIVE")) return null;
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
