import { randomUUID } from "node:crypto";
import { DECLINES_COUNT_FOR_DAYS, MOST_DECLINES } from "~/features/billing/dunning/caps";
import { noteFailure } from "~/features/billing/dunning/failure-mail.service.server";
import type { ChargeParameters, Outcome } from "~/features/billing/gateway/port/payment-gateway";
import { isEmptyDraft, isFree, toOrderDraft } from "~/features/billing/records/order-draft";
import {
  findMethodPast,
  hasOtherUnderWay,
  insertTry,
  isUnderWay,
  listDraftProducts,
  listTries,
  type TryRow,
  takePaymentMethod,
  updateOrder,
} from "~/features/billing/records/tries.repo.server";
import type { Engine } from "~/features/billing/tries/engine.server";
import {
  settle,
  type TryFailure,
  writeFailed,
  writePaid,
} from "~/features/billing/tries/settle.service.server";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { recordOrderFailed, recordOrderPaid } from "~/features/contracts/change/order-outcome.service.server";
import { orderSkip } from "~/features/contracts/operations/skip-order.server";
import { DAY_MS } from "~/lib/days";
import { logger } from "~/lib/logger.server";
import type { Queryable } from "~db/client.server";
import { db } from "~db/client.server";
import type { OrderDraft } from "~db/schema/orders";

/** When a gateway that could not be reached is tried again. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000;
/** How often an order that is edited while being prepared is prepared again, before it waits for the next run. */
const MOST_PREPARATIONS = 3;

/** Which order: our attempt, of the wire's contract. */
export type OrderPlace = { attemptId: number; contractId: number };

/** What was computed without a lock, and must still hold when the try is stored. */
type Prepared = {
  version: number;
  draft: OrderDraft;
  paymentMethodId: string | null;
};

/**
 * One try: put the order together, prepare it at the gateway, store the try with its key and parameters, charge, record
 * the outcome. A death between any two of these is healed by the next step (step.service.server.ts). The caller has
 * looked up all earlier tries, and none of them is under way.
 *
 * @param isAsked somebody waits for it
 */
export async function makeTry(engine: Engine, place: OrderPlace, isAsked: boolean): Promise<void> {
  for (let times = 0; times < MOST_PREPARATIONS; times++) {
    const state = await findContractState(
      engine.shop.id,
      place.contractId,
      engine.audit.now,
      place.attemptId,
    );
    if (!state) return;
    const prepared = await putTogether(engine, place, state);
    if (isEmptyDraft(prepared.draft))
      return void (await orderSkip.run(toCaller(engine), { ...place, skip: true }));
    if (isFree(prepared.draft)) {
      if (await settleWithoutCharge(engine, place, prepared, null)) return;
      continue;
    }
    const obstacle = await findObstacle(db, engine, prepared);
    if (obstacle) {
      if (await settleWithoutCharge(engine, place, prepared, obstacle)) return;
      continue;
    }
    const stored = await prepareAndStore(engine, place, prepared);
    if (stored === "CHANGED") continue;
    if (stored === "BUSY") break;
    if (stored === "PUT_OFF") return;
    return settle(engine, stored, await charge(engine, stored));
  }
  // If somebody has asked for it now, it follows as soon as the other charge is finished.
  const soon = isAsked && ({ nextStep: "TRY", nextStepAt: engine.audit.now } as const);
  await updateOrder(db, engine.shop.id, place.attemptId, { leaseUntil: null, ...soon });
}

const toCaller = ({ shop, audit }: Engine) => ({ shop, customerId: null, audit });

async function putTogether(
  { shop }: Engine,
  { attemptId }: OrderPlace,
  state: ContractState,
): Promise<Prepared> {
  const products = await listDraftProducts(db, shop.id, attemptId);
  const { version, paymentMethodId } = state.contract;
  const { orderNote = null } = state.attempts.find(({ id }) => id === attemptId) ?? {};
  return { version, draft: toOrderDraft(state, products, orderNote), paymentMethodId };
}

/** Why the gateway is not asked at all. */
async function findObstacle(
  on: Queryable,
  { shop, audit }: Engine,
  { paymentMethodId }: Prepared,
): Promise<TryFailure | null> {
  const since = new Date(audit.now.getTime() - DECLINES_COUNT_FOR_DAYS * DAY_MS);
  const past = paymentMethodId && (await findMethodPast(on, shop.id, paymentMethodId, since));
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

async function prepareAndStore(
  engine: Engine,
  place: OrderPlace,
  prepared: Prepared,
): Promise<TryRow | "CHANGED" | "BUSY" | "PUT_OFF"> {
  const parameters = toParameters(prepared);
  let ref: string;
  try {
    ref = await engine.gateway.prepare(place.attemptId, parameters);
  } catch (error) {
    logger.warn({ err: error, attemptId: place.attemptId }, "an order could not be prepared at the gateway");
    const nextStepAt = new Date(engine.audit.now.getTime() + ASK_AGAIN_AFTER_MS);
    await updateOrder(db, engine.shop.id, place.attemptId, { nextStep: "TRY", nextStepAt, leaseUntil: null });
    return "PUT_OFF";
  }
  let stored: TryRow | "CHANGED" | "BUSY" = "CHANGED";
  await changeContract({ ...toCaller(engine), ...place }, async (state, tx) => {
    if (!isStillSo(state, place, prepared)) return null;
    if (
      (await hasOtherUnderWay(tx, engine.shop.id, state.contract.id, place.attemptId)) ||
      !(await takePaymentMethod(tx, engine.shop.id, parameters.paymentMethodId))
    ) {
      stored = "BUSY";
      return null;
    }
    // Checked again under the lock, where no other try of the payment method can come in between.
    if (await findObstacle(tx, engine, prepared)) return null;
    const made = await storeTry(tx, engine, place, prepared, { state: "REQUESTING", gatewayRef: ref });
    if (!made) return null;
    await updateOrder(tx, engine.shop.id, place.attemptId, {
      status: "PROCESSING",
      nextStep: null,
      nextStepAt: null,
      gatewayRef: ref,
    });
    stored = made;
    return null;
  });
  return stored;
}

const toParameters = ({ draft, paymentMethodId }: Prepared): ChargeParameters => ({
  amount: draft.total,
  currencyCode: draft.currencyCode,
  paymentMethodId: paymentMethodId ?? "",
});

/** Whether the contract is unchanged since the order was put together, and the order is still unpaid. */
function isStillSo({ contract, attempts }: ContractState, place: OrderPlace, prepared: Prepared): boolean {
  const attempt = attempts.find(({ id }) => id === place.attemptId);
  return (
    contract.version === prepared.version &&
    attempt !== undefined &&
    ["QUEUED", "FAILURE", "ACTION_REQUIRED"].includes(attempt.status)
  );
}

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
  const { shop, audit } = engine;
  const order = { shop, attemptId: place.attemptId, audit };
  let stored: TryRow | null = null;
  const store = async (tx: Queryable, state: ContractState) => {
    if (!isStillSo(state, place, prepared)) return null;
    stored = await storeTry(tx, engine, place, prepared, { state: "REQUESTING", gatewayRef: null });
    return stored;
  };
  if (!failure)
    await recordOrderPaid(order, async (tx, state) => {
      const made = await store(tx, state);
      return made && writePaid(tx, engine, made, state);
    });
  else
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

/** Charge under the try's own key; if the outcome is unknown, send the very same once more at once. */
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
