import { appendActivity } from "~/features/activity/activity.repo.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { takeOrderNumber } from "~/features/billing/records/order-numbers.repo.server";
import {
  findOrder,
  isUnderWay,
  listOpenTries,
  lockTry,
  updateOrder,
  updateTry,
} from "~/features/billing/records/tries.repo.server";
import { claimOrder, giveBackOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { BY_ITSELF, type Engine } from "~/features/billing/tries/engine.server";
import { writePaid } from "~/features/billing/tries/settle.service.server";
import { askAboutOrder, callOffOrder, checkOrder } from "~/features/billing/tries/step.service.server";
import {
  recordOrderFailed,
  recordOrderPaid,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { ProblemError } from "~/lib/problem";
import { db, type Queryable } from "~db/client.server";
import { type AttemptStatus, OWED_STATUSES, UNDECIDED_STATUSES } from "~db/schema/attempt-enums";

const refuse = (detail: string): ProblemError => new ProblemError("conflict", detail);

/** States in which a person may decide about an order (decision 046). */
const OPEN: readonly AttemptStatus[] = UNDECIDED_STATUSES;
const GIVEN_UP_FROM: readonly AttemptStatus[] = OWED_STATUSES;

/**
 * Asks the gateway for the outcome of an order's charge, like the scheduled look-ups. A charge that has not arrived
 * there is sent again under its own key, unless the contract has ended or has another payment method since; no new try
 * is made.
 *
 * @throws ProblemError not_found; conflict for an order whose outcome is known, or that another process is working on
 */
export function lookAgain(caller: OperationCaller, attemptId: number): Promise<void> {
  return underLease(caller, attemptId, OPEN, async (engine) => {
    await checkOrder(engine, attemptId, { isAsked: true });
  });
}

/**
 * Marks an order as paid that the merchant has found in the gateway's own records: it is made from the open try. The
 * gateway is asked first, and its answer takes precedence.
 *
 * @param reference the payment's reference in the gateway's records; stored in the history
 * @throws ProblemError as `lookAgain`
 */
export function markPaid(caller: OperationCaller, attemptId: number, reference: string): Promise<void> {
  const { shop, audit } = caller;
  return underLease(caller, attemptId, OPEN, async (engine) => {
    await askAboutOrder(engine, attemptId);
    const open = (await listOpenTries(db, shop.id, attemptId)).find(isUnderWay);
    if (!open) return;
    const orderId = await takeOrderNumber(shop.id);
    await recordOrderPaid({ shop, attemptId, audit }, async (tx, state) => {
      const attempt = state.attempts.find(({ id }) => id === attemptId);
      const paid = await lockTry(tx, open);
      if (!attempt || attempt.status === "SUCCESS" || !paid || !isUnderWay(paid)) return null;
      await appendActivity(
        tx,
        {
          shopId: shop.id,
          contractId: state.contract.id,
          action: "contract.order_marked_paid",
          after: { order: { date: attempt.billingDate }, reference },
        },
        audit,
      );
      return writePaid(tx, engine, orderId, paid, state);
    });
  });
}

/**
 * Gives up an unpaid order: it is skipped, and the contract continues with the next one. A payment begun at the gateway
 * is first cancelled there, and open tries are looked up; if the money is found later, the order is recorded as paid
 * all the same.
 *
 * @throws ProblemError as `lookAgain`
 */
export function giveUpOrder(caller: OperationCaller, attemptId: number): Promise<void> {
  const { shop, audit } = caller;
  return underLease(caller, attemptId, GIVEN_UP_FROM, async (engine) => {
    const order = await findOrder(shop.id, attemptId);
    if (order) await callOffOrder(engine, order.attempt);
    await recordOrderFailed({ shop, attemptId, audit }, async (tx, { attempts }) => {
      const attempt = attempts.find(({ id }) => id === attemptId);
      if (!attempt || !GIVEN_UP_FROM.includes(attempt.status)) return null;
      await leaveOpen(tx, shop.id, attemptId);
      const { errorCode, errorMessage, errorClass } = attempt;
      return {
        errorCode: errorCode ?? "GIVEN_UP",
        errorMessage: errorMessage ?? "The order was given up before it was known to be paid.",
        errorClass,
        end: "skip",
        isTry: false,
      };
    });
  });
}

/**
 * The tries of a given-up order stay open, but are no longer sent. One that a dead process has left REQUESTING would
 * count as under way for ever, and no other order of its payment method would be charged.
 */
async function leaveOpen(tx: Queryable, shopId: number, attemptId: number): Promise<void> {
  for (const open of await listOpenTries(tx, shopId, attemptId))
    if (open.state === "REQUESTING") await updateTry(tx, open, { state: "UNKNOWN" });
}

/** Under the lease that the run, "bill now" and "pay now" take. */
async function underLease(
  { shop, audit, receivedAt }: OperationCaller,
  attemptId: number,
  statuses: readonly AttemptStatus[],
  work: (engine: Engine) => Promise<void>,
): Promise<void> {
  const gateway = openGateway(shop, audit.now);
  if (!(await findOrder(shop.id, attemptId))) throw orderNotFound();
  if (!gateway) throw refuse("The shop has not chosen a payment gateway.");
  const leaseUntil = new Date(receivedAt.getTime() + LEASE_MS);
  if (!(await claimOrder(shop.id, attemptId, { realNow: receivedAt, leaseUntil })))
    throw refuse("The order is being charged at this moment. Wait a little, then look again.");
  try {
    const order = await findOrder(shop.id, attemptId);
    if (!order || !statuses.includes(order.attempt.status))
      throw refuse("There is nothing to decide about this order any more.");
    await work({ shop, gateway, settings: await readBillingSettings(shop.id), audit, database: BY_ITSELF });
  } catch (error) {
    await giveBackOrder(shop.id, attemptId);
    throw error;
  }
  await updateOrder(db, shop.id, attemptId, { leaseUntil: null });
}
