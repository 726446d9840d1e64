import { listPaymentMethodsOf } from "~/features/billing/orders-admin/payment-methods.repo.server";
import { isExpiredCard } from "~/features/contracts/card-expiry";
import { isOver } from "~/features/contracts/change/contract-transitions";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { type ContractView, isRecognisable, toInstrument } from "./contract-view";

/** A saved payment method, as texts. */
export type OtherMethod = { id: string; title: string; expiry: string | null };

/**
 * Other usable payment methods of the customer for a contract, if the shop lets them choose. Unrecognisable ones are
 * left out: nobody could choose between them.
 */
export async function listOtherMethods(
  shopId: number,
  customerId: number,
  { status, paymentMethodId }: Pick<ContractView, "status" | "paymentMethodId">,
  portal: PortalContext,
): Promise<OtherMethod[]> {
  if (!portal.isOn("payment_method") || isOver(status)) return [];
  const methods = await listPaymentMethodsOf(shopId, customerId);
  return methods
    .filter(
      ({ id, revokedAt, ...card }) =>
        id !== paymentMethodId && revokedAt === null && isRecognisable(card) && !isExpiredCard(card, portal),
    )
    .map((method) => {
      const { id, expiryMonth: month, expiryYear: year } = method;
      const hasExpiry = month !== null && year !== null;
      return {
        id,
        title: toInstrument(method, portal),
        expiry: hasExpiry ? portal.texts.next.expires(portal.format.month(year, month)) : null,
      };
    });
}
