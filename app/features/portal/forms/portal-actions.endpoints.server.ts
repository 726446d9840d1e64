import { z } from "zod";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { startMethodUpdate } from "~/features/billing/hosted/method-updates.service.server";
import { payNow, sendToBank } from "~/features/billing/hosted/pay-now.service.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import type { ContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { idField } from "~/features/contracts/operations/form-fields";
import type { OrderStatus } from "~/features/contracts/order-record/order-status";
import { listReasons } from "~/features/customer-pages/cancel-reasons";
import type { ContractNotice } from "~/features/customer-pages/texts/portal-outcomes";
import type { KeptByOffer } from "~/features/facts/facts.service.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { definePortalForm, type PortalEndpoint } from "~/features/portal/forms/portal-form.server";
import { askForPaymentUpdate } from "~/features/portal-links/payment-update.service.server";
import { ProblemError } from "~/lib/problem";

/** A form sent from the last page before cancelling takes the offer for the reason chosen there. */
function findTakenOffer(
  offer: KeptByOffer["offer"] | undefined,
  reasonId: string | undefined,
  reasons: ReturnType<typeof listReasons>,
): KeptByOffer | undefined {
  const chosen = reasonId === undefined ? undefined : reasons.find(({ id }) => id === reasonId);
  return chosen && offer && chosen.offer === offer ? { offer, reason: chosen.text } : undefined;
}

/** The forms of contract operations, by `intent`. */
export const toPortalForms = (
  operations: readonly ContractOperation<ContractNotice>[],
): Record<string, PortalEndpoint> =>
  Object.fromEntries(
    operations.flatMap(({ portalForms, customerSwitch, run }) =>
      Object.entries(portalForms).map(([intent, { offer, complete, outcome, undo: _undo, ...form }]) => [
        intent,
        definePortalForm({
          ...form,
          action: customerSwitch,
          async run(target, fields, portal) {
            const { contractId, expectedVersion } = target;
            const reasons = listReasons(portal);
            const wanted = complete?.(fields, { reasons }) ?? fields;
            const kept = findTakenOffer(offer, target.cancelReason, reasons);
            const { before, isOneWay } = await run(
              { ...target, kept },
              { ...wanted, contractId, expectedVersion },
            );
            const { done, undo } = await outcome(wanted, before, portal);
            return isOneWay ? { done } : { done, undo };
          },
        }),
      ]),
    ),
  );

/**
 * For shops without a gateway of ours: the customer's cards are with the shop's payment provider, so the shop is asked
 * for a link.
 */
const paymentMail = definePortalForm({
  operationId: "portalAskForPaymentUpdate",
  summary: "Ask for a link to update the payment method",
  action: "payment_update",
  body: z.object({}),
  run: async (target, _fields, { locale }) => {
    await askForPaymentUpdate(target, locale.language);
    return { done: "payment_mail" };
  },
});

/** Takes the next order at once, as the page showed it; continues on the hosted page if the bank asks. */
const orderNow = definePortalForm({
  operationId: "portalOrderNow",
  summary: "Have the next order now",
  action: "order_now",
  body: z.object({ attempt: idField }),
  async run(target, { attempt }) {
    const place = await getOrderPlace(target, attempt, target.contractId);
    const { status } = await billNow(target, place, { tries: 0, version: target.expectedVersion });
    const done = AFTER_ORDER_NOW[status];
    if (!done) throw new ProblemError("conflict", "There is nothing to order.");
    return (status === "ACTION_REQUIRED" && (await sendToBank(target, place))) || { done };
  },
});

/** Notices after an unsuccessful try; in all cases nothing was charged. */
const AFTER_ORDER_NOW: Partial<Record<OrderStatus, ContractNotice>> = {
  SUCCESS: "ordered",
  FAILURE: "order_declined",
  ACTION_REQUIRED: "order_asks_bank",
  REQUESTING: "order_under_way",
  UNKNOWN: "order_under_way",
  // The gateway cannot be reached, or another charge of the card is under way: the charge follows automatically.
  QUEUED: "order_under_way",
};

const ALSO = "also-";

/** Which other contracts get the new card: a checkbox for each, `also-<id>`. */
const readAlso = (fields: Record<string, unknown>): number[] =>
  Object.keys(fields).flatMap((name) => {
    const id = name.startsWith(ALSO) ? idField.safeParse(name.slice(ALSO.length)) : null;
    return id?.success ? [id.data] : [];
  });

/** Continues on the hosted page for another card. */
const newCard = definePortalForm({
  operationId: "portalStartMethodUpdate",
  summary: "Go to the gateway's page for another payment method",
  action: "payment_update",
  body: z.looseObject({}).transform((fields) => ({ also: readAlso(fields) })),
  run: async (target, { also }) => {
    const started = await startMethodUpdate(target, [target.contractId, ...also]);
    return "url" in started ? started : { done: "payment_mail" };
  },
});

/** Pays a failed order, as the page showed it; continues on the hosted page if the bank asks. */
const payOrder = definePortalForm({
  operationId: "portalPayOrder",
  summary: "Pay an order that has failed",
  action: null,
  body: z.object({ attempt: idField, tries: idField }),
  run: async (target, { attempt, tries }) => {
    const place = await getOrderPlace(target, attempt, target.contractId);
    const paid = await payNow(target, place, { tries, version: target.expectedVersion });
    return "url" in paid ? paid : { done: `pay_${paid.end}` };
  },
});

/** Every form of the portal, by `intent`. */
export const portalForms = {
  ...toPortalForms(contractOperations),
  "payment-mail": paymentMail,
  "order-now": orderNow,
  "new-card": newCard,
  "pay-now": payOrder,
};
