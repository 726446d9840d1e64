import { z } from "zod";
import { orderActions } from "~/features/billing/actions/order-actions.server";
import { startMethodUpdate } from "~/features/billing/hosted/method-updates.service.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import type { ContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import { listReasons } from "~/features/customer-pages/cancel-reasons";
import type { PortalBanner } from "~/features/customer-pages/texts/portal-outcomes";
import type { KeptByOffer } from "~/features/facts/facts.service.server";
import { askForPaymentUpdate } from "~/features/portal-links/payment-update.service.server";
import { definePortalForm, type PortalEndpoint } from "./portal-form.server";

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
  operations: readonly ContractOperation<PortalBanner>[],
): Record<string, PortalEndpoint> =>
  Object.fromEntries(
    operations.flatMap(({ portalForms, customerSwitch, around, run }) =>
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
            const { before, isOneWay } = await around(target, () =>
              run({ ...target, kept }, { ...wanted, contractId, expectedVersion }),
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
  action: "payment_update",
  body: z.object({}),
  run: async (target, _fields, { locale }) => {
    await askForPaymentUpdate(target, locale.language);
    return { done: "payment_mail" };
  },
});

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
  action: "payment_update",
  body: z.looseObject({}).transform((fields) => ({ also: readAlso(fields) })),
  run: async (target, { also }) => {
    const started = await startMethodUpdate(target, [target.contractId, ...also]);
    return "url" in started ? started : { done: "payment_mail" };
  },
});

/** The forms of actions on an order, by `intent`. */
const ofOrders = Object.fromEntries(
  orderActions.flatMap(({ portalForms }) =>
    Object.entries(portalForms).map(([intent, form]) => [intent, definePortalForm(form)]),
  ),
);

/** Every form of the portal, by `intent`. */
export const portalForms = {
  ...toPortalForms(contractOperations),
  ...ofOrders,
  "payment-mail": paymentMail,
  "new-card": newCard,
};
