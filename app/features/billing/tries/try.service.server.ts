import { randomUUID } from "node:crypto";
import { DECLINES_COUNT_FOR_DAYS, MOST_DECLINES } from "~/features/billing/dunning/caps";
import { noteFailure } from "~/features/billing/dunning/failure-mail.service.server";
import type { ChargeParameters, Outcome } from "~/features/billing/gateway/port/payment-gateway";
import { composeOrder, listOpenOthers } from "~/features/billing/records/compose-order.service.server";
import { isEmptyDraft, isFree } from "~/features/billing/records/order-draft";
import { takeOrderNumber } from "~/features/billing/records/order-numbers.repo.server";
import {
  type AttemptRow,
  findMethodPast,
  type findOrder,
  insertTry,
  isUnderWay,
  leaveOrder,
  listTries,
  lockMethod,
  type TryRow,
  updateOrder,
} from "~/features/billing/records/tries.repo.server";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import {
  recordOrderFailed,
  recordOrderPaid,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { DAY_MS } from "~/lib/days";
import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { OrderDraft } from "~db/schema/orders";
import type { Engine } from "./engine.server";
import { type Asked, findBar, findChargeable, isUnpaid } from "./may-be-charged.service.server";
import { settle, type TryFailure, writeFailed, writePaid } from "./settle.service.server";

/** When a gateway that could not be reached is tried again. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000;
/** How often an order that is edited while being prepared is prepared again, before it waits for the next run. */
const MOST_PREPARATIONS = 3;

/** An order: our attempt, and the wire's contract id. */
export type OrderPlace = { attemptId: number; contractId: number };

/** An order with what its contract says of being charged. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Computed without a lock, and checked again when the try is stored. */
type Prepared = {
  state: ContractState;
  /** The order in it. */
  attempt: AttemptRow;
  draft: OrderDraft;
  paymentMethodId: string | null;
};

/**
 * One try: compose the order, prepare it at the gateway, store the try with its key and parameters, charge, record the
 * outcome. After a crash between any two of these, the next step recovers (step.service.server.ts). The caller has
 * looked up all earlier tries, and none of them is under way. An order that is no longer to be charged, because it was
 * moved or called off meanwhile, is only given back.
 *
 * @param asked set if somebody waits for it
 * @param callOff closes what is open at the gateway for an order that ends without a charge, and finds what was paid
 * @throws ProblemError stale_version (`findChargeable`); the caller gives the order back
 */
export async function makeTry(
  engine: Engine,
  place: OrderPlace,
  asked: Asked | null,
  callOff: (engine: Engine, attempt: AttemptRow) => Promise<void>,
): Promise<void> {
  let seen: AttemptRow | null = null;
  let isCalledOff = false;
  for (let times = 0; times < MOST_PREPARATIONS; times++) {
    const state = await findContractState(
      engine.shop.id,
      place.contractId,
      engine.audit.now,
      place.attemptId,
      engine.database.on,
    );
    if (!state) return;
    // It was chargeable before it was called off: what was found then may have given it a later step.
    seen = await findChargeable(engine, state, place.attemptId, isCalledOff ? {} : asked);
    if (!seen) return giveBack(engine, place);
    const prepared = await putTogether(engine, state, seen);
    const hasCharge = !isEmptyDraft(prepared.draft) && !isFree(prepared.draft);
    // It got something to charge meanwhile, which its step, or whoever asked, did not have in mind.
    if (hasCharge && isCalledOff) break;
    if (!hasCharge && seen.gatewayRef !== null && !isCalledOff) {
      await callOff(engine, seen);
      isCalledOff = true;
      continue;
    }
    if (isEmptyDraft(prepared.draft)) {
      const isDone =
        seen.status === "QUEUED"
          ? await skipEmpty(engine, place, state)
          : await endEmpty(engine, place, prepared);
      if (isDone) return;
      continue;
    }
    if (isFree(prepared.draft)) {
      if (await settleWithoutCharge(engine, place, prepared, null)) return;
      continue;
    }
    const obstacle = findObstacle(await readMethodPast(engine.database.on, engine, prepared.paymentMethodId));
    if (obstacle) {
      if (await settleWithoutCharge(engine, place, prepared, obstacle)) return;
      continue;
    }
    const stored = await prepareAndStore(engine, place, prepared);
    if (stored === "CHANGED") continue;
    if (stored === "BUSY") break;
    if (stored === "PUT_OFF") return;
    return settle(engine, stored.made, await charge(engine, stored.made), stored.state);
  }
  // If somebody has asked for it now, it follows as soon as the other charge is finished.
  if (seen && asked && !isCalledOff)
    return leaveOrder(engine.database.on, seen, { nextStep: "TRY", nextStepAt: engine.audit.now });
  return giveBack(engine, place);
}

const giveBack = ({ shop, database }: Engine, { attemptId }: OrderPlace): Promise<void> =>
  updateOrder(database.on, shop.id, attemptId, { leaseUntil: null });

const toCaller = ({ shop, audit }: Engine) => ({ shop, customerId: null, audit });

async function putTogether(
  { shop, database }: Engine,
  state: ContractState,
  attempt: AttemptRow,
): Promise<Prepared> {
  const draft = await composeOrder(database.on, shop.id, attempt.id, state);
  return { state, attempt, draft, paymentMethodId: state.contract.paymentMethodId };
}

/** An order without products is not made. @returns false when the contract has changed: it may have products now */
async function skipEmpty(
  engine: Engine,
  place: OrderPlace,
  { contract: { version: expectedVersion } }: ContractState,
): Promise<boolean> {
  try {
    await orderSkip.run(toCaller(engine), { ...place, skip: true, expectedVersion });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "stale_version") return false;
    throw error;
  }
}

/** The same for one that was tried: it ends like an order that is given up. */
async function endEmpty(
  { shop, audit, database: { transact } }: Engine,
  place: OrderPlace,
  prepared: Prepared,
): Promise<boolean> {
  const { errorCode, errorMessage, errorClass } = prepared.attempt;
  const order = { shop, attemptId: place.attemptId, audit, known: prepared.state, transact };
  let isDone = false;
  await recordOrderFailed(order, async (_tx, state) => {
    isDone = isStillSo(state, place, prepared);
    return isDone
      ? {
          errorCode: errorCode ?? "GENERIC_ERROR",
          errorMessage: errorMessage ?? "",
          errorClass,
          end: "skip",
          isTry: false,
        }
      : null;
  });
  return isDone;
}

/** History of the payment method so far; null without one. */
async function readMethodPast(on: Queryable, { shop, audit }: Engine, paymentMethodId: string | null) {
  const since = new Date(audit.now.getTime() - DECLINES_COUNT_FOR_DAYS * DAY_MS);
  return paymentMethodId === null ? null : findMethodPast(on, shop.id, paymentMethodId, since);
}

/** Why the gateway is not asked at all. */
function findObstacle(past: Awaited<ReturnType<typeof readMethodPast>>): TryFailure | null {
  const toCustomer = (code: string, message: string): TryFailure => ({ code, message, class: "customer" });
  if (!past) return toCustomer("PAYMENT_METHOD_NOT_SPECIFIED", "The contract has no payment method.");
  if (past.isRevoked) return toCustomer("INVALID_PAYMENT_METHOD", "The payment method was revoked.");
  if (past.isBlocked)
    return {
      code: "PAYMENT_METHOD_BLOCKED",
      message: "The payment method must not be charged again.",
      class: "never",
    };
  if (past.declines >= MOST_DECLINES)
    return toCustomer(
      "TOO_MANY_DECLINES",
      `The payment method was declined ${MOST_DECLINES} times in ${DECLINES_COUNT_FOR_DAYS} days.`,
    );
  return null;
}

/**
 * Whether a stored try that has not arrived at the gateway may still be sent: the contract would be charged today, and
 * with this payment method. The order's contents and its date were decided when the try was stored.
 *
 * @param isAsked somebody wants it charged now, also on a contract that is paused or has failed
 */
export async function mayStillBeSent(
  engine: Engine,
  { paymentMethodId }: TryRow,
  { attempt, contractStatus, ...contract }: Order,
  isAsked: boolean,
): Promise<boolean> {
  if (isAsked ? isOver(contractStatus) : contractStatus !== "ACTIVE") return false;
  if (paymentMethodId !== contract.paymentMethodId) return false;
  const isPlanned = attempt.firstFailedAt === null;
  if (isPlanned && findBar(contract, attempt)) return false;
  return findObstacle(await readMethodPast(engine.database.on, engine, paymentMethodId)) === null;
}

/** A try that was stored, and the contract as it was then. */
type Stored = { made: TryRow; state: ContractState };

async function prepareAndStore(
  engine: Engine,
  place: OrderPlace,
  prepared: Prepared,
): Promise<Stored | "CHANGED" | "BUSY" | "PUT_OFF"> {
  const parameters = toParameters(prepared);
  let ref: string;
  try {
    ref = await engine.gateway.prepare(place.attemptId, parameters);
  } catch (error) {
    logger.warn({ err: error, attemptId: place.attemptId }, "an order could not be prepared at the gateway");
    const { now } = engine.audit;
    const nextStepAt = new Date(now.getTime() + ASK_AGAIN_AFTER_MS);
    await leaveOrder(engine.database.on, prepared.attempt, {
      nextStep: "TRY",
      nextStepAt,
      putOffSince: prepared.attempt.putOffSince ?? now,
    });
    return "PUT_OFF";
  }
  let stored: Stored | "CHANGED" | "BUSY" = "CHANGED";
  const { transact } = engine.database;
  const target = { ...toCaller(engine), ...place, known: prepared.state, transact };
  await changeContract(target, async (state, tx) => {
    // This may run a second time: a try stored in a transaction that was rolled back must not be charged.
    stored = "CHANGED";
    if (!isStillSo(state, place, prepared)) return null;
    await lockMethod(tx, engine.shop.id, parameters.paymentMethodId);
    // Read again under the lock, so that no other try of the payment method can come in between.
    const past = await readMethodPast(tx, engine, prepared.paymentMethodId);
    if (past?.isBusy || isOtherUnderWay(state, place)) {
      stored = "BUSY";
      return null;
    }
    if (findObstacle(past)) return null;
    const made = await storeTry(tx, engine, place, prepared, { state: "REQUESTING", gatewayRef: ref });
    if (!made) return null;
    await updateOrder(tx, engine.shop.id, place.attemptId, {
      status: "PROCESSING",
      nextStep: null,
      nextStepAt: null,
      putOffSince: null,
      gatewayRef: ref,
    });
    stored = { made, state };
    return null;
  });
  return stored;
}

/** Another order of the contract is being charged, on which the contents of this one depend. */
const isOtherUnderWay = ({ attempts }: ContractState, { attemptId }: OrderPlace): boolean =>
  attempts.some(
    ({ id, status, nextStep }) => id !== attemptId && status === "PROCESSING" && nextStep === null,
  );

const toParameters = ({ draft, paymentMethodId }: Prepared): ChargeParameters => ({
  amount: draft.total,
  currencyCode: draft.currencyCode,
  paymentMethodId: paymentMethodId ?? "",
});

/**
 * Whether the contract is unchanged since the order was composed, and the order is still unpaid. Whatever moves an
 * order or calls it off gives the contract a new version; the charge of another order does not.
 */
function isStillSo(state: ContractState, place: OrderPlace, prepared: Prepared): boolean {
  const { contract, attempts } = state;
  const attempt = attempts.find(({ id }) => id === place.attemptId);
  return (
    contract.version === prepared.state.contract.version &&
    toOthers(state, place) === toOthers(prepared.state, place) &&
    attempt !== undefined &&
    isUnpaid(attempt)
  );
}

/** The orders whose payments were reckoned with. */
const toOthers = (state: ContractState, { attemptId }: OrderPlace): string =>
  listOpenOthers(state, attemptId)
    .map(({ id, status }) => `${id} ${status}`)
    .join();

/** @returns null when another try is under way after all */
async function storeTry(
  tx: Queryable,
  { shop, audit }: Engine,
  { attemptId }: OrderPlace,
  { draft, paymentMethodId }: Prepared,
  fields: Pick<TryRow, "state" | "gatewayRef">,
): Promise<TryRow | null> {
  const before = await listTries(tx, shop.id, attemptId);
  if (before.some(isUnderWay)) return null;
  const made: TryRow = {
    shopId: shop.id,
    attemptId,
    number: (before.at(-1)?.number ?? 0) + 1,
    key: randomUUID(),
    gateway: shop.gateway,
    paymentMethodId,
    amount: draft.total,
    currencyCode: draft.currencyCode,
    draft,
    errorCode: null,
    errorClass: null,
    errorMessage: null,
    looks: 0,
    createdAt: audit.now,
    finishedAt: null,
    ...fields,
  };
  await insertTry(tx, made);
  return made;
}

/** A try without a charge: final in the transaction that stores it. @returns false when the order has changed */
async function settleWithoutCharge(
  engine: Engine,
  place: OrderPlace,
  prepared: Prepared,
  failure: TryFailure | null,
): Promise<boolean> {
  const { shop, audit, database } = engine;
  const { transact } = database;
  const order = { shop, attemptId: place.attemptId, audit, known: prepared.state, transact };
  let stored: TryRow | null = null;
  const store = async (tx: Queryable, state: ContractState) => {
    stored = null;
    if (!isStillSo(state, place, prepared)) return null;
    stored = await storeTry(tx, engine, place, prepared, { state: "REQUESTING", gatewayRef: null });
    return stored;
  };
  if (!failure) {
    const orderId = await takeOrderNumber(shop.id);
    await recordOrderPaid(order, async (tx, state) => {
      const made = await store(tx, state);
      return made && writePaid(tx, engine, orderId, made, state);
    });
  } else
    await recordOrderFailed(
      order,
      async (tx, state) => {
        const made = await store(tx, state);
        return made && writeFailed(tx, engine, made, failure, state);
      },
      (tx, failed) => noteFailure(tx, shop.id, place.attemptId, failed, audit.now),
    );
  return stored !== null;
}

/** Charges under the try's own key; if the outcome is unknown, sends exactly the same once more at once. */
export async function charge(engine: Engine, stored: TryRow): Promise<Outcome> {
  const first = await send(engine, stored);
  return first.kind === "unknown" ? send(engine, stored) : first;
}

async function send({ gateway }: Engine, { gatewayRef, key, ...stored }: TryRow): Promise<Outcome> {
  const parameters: ChargeParameters = {
    amount: stored.amount,
    currencyCode: stored.currencyCode,
    paymentMethodId: stored.paymentMethodId ?? "",
  };
  try {
    return await gateway.charge(gatewayRef ?? "", key, parameters);
  } catch (error) {
    logger.warn({ err: error, attemptId: stored.attemptId }, "a gateway did not answer a charge");
    return { kind: "unknown" };
  }
}
