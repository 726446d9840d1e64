import { findOrderOf, findPaymentMethod, listRefundsOf } from "~/features/billing/records/orders.repo.server";
import { findAttemptPlace } from "~/features/order-schedule/billing-attempts.repo.server";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import type { ContractPageProps, ViewContent } from "~/features/portal/pages/page-state";
import { ReceiptPage, toReceiptHeading } from "~/features/portal/pages/receipt-page";
import { toReceiptView } from "~/features/portal/view/receipt-view";
import { db } from "~db/client.server";

type Asked = { shopId: number; customerId: number; attemptId: number | undefined };

/**
 * The receipt of a paid order of this contract, as it was sold, whatever has changed in the contract since.
 *
 * @throws ProblemError not_found, the same for an unknown order, another customer's, an unpaid one, and one that was
 *   not made here, whose lines are unknown
 */
export async function readReceipt(
  page: ContractPageProps,
  { shopId, customerId, attemptId }: Asked,
): Promise<ViewContent> {
  const place = attemptId === undefined ? null : await findAttemptPlace(shopId, attemptId, customerId);
  if (!place || attemptId === undefined || place.subscriptionContractId !== page.contract.id)
    throw orderNotFound();
  const order = await findOrderOf(shopId, attemptId);
  if (!order) throw orderNotFound();
  const [refunds, method] = await Promise.all([
    listRefundsOf(db, shopId, order.id),
    order.paymentMethodId === null ? null : findPaymentMethod(shopId, order.paymentMethodId),
  ]);
  const receipt = toReceiptView(order, refunds, method, page.portal);
  return {
    heading: toReceiptHeading(page.portal, receipt),
    content: <ReceiptPage {...page} receipt={receipt} />,
  };
}
