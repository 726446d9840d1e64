import { z } from "zod";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import type { ContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { listReasons } from "~/features/customer-pages/cancel-reasons";
import type { ContractNotice } from "~/features/customer-pages/texts/portal-outcomes";
import { definePortalForm } from "~/features/portal/forms/portal-form.server";
import { askForPaymentUpdate } from "~/features/portal-links/payment-update.service.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";

/** The forms of operations on contracts, by their `intent`. */
export const toPortalForms = (
  operations: readonly ContractOperation<ContractNotice>[],
): Record<string, Endpoint<Response>> =>
  Object.fromEntries(
    operations.flatMap(({ portalForms, customerSwitch, run }) =>
      Object.entries(portalForms).map(([intent, { operationId, summary, body, complete, outcome }]) => [
        intent,
        definePortalForm({
          operationId,
          summary,
          action: customerSwitch,
          body,
          async run(target, fields, portal) {
            const { contractId, expectedVersion } = target;
            const wanted = complete?.(fields, { reasons: listReasons(portal) }) ?? fields;
            const { before } = await run(target, { ...wanted, contractId, expectedVersion });
            return outcome(wanted, before, portal);
          },
        }),
      ]),
    ),
  );

/** Cards are changed with the payment provider: the shop is asked for a link. */
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

/** Every form of the portal, by its `intent`. */
export const portalForms = { ...toPortalForms(contractOperations), "payment-mail": paymentMail };
