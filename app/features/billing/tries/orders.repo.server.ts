import type { TryRow } from "~/features/billing/tries/tries.repo.server";
import { subtractMoney, sumMoney } from "~/lib/money";
import type { Queryable } from "~db/client.server";
import { orderLines, orders } from "~db/schema/orders";

/** The paid order of a try, as its draft says it is sold. */
export async function insertOrder(
  tx: Queryable,
  paid: Pick<TryRow, "shopId" | "attemptId" | "draft" | "gateway" | "gatewayRef" | "paymentMethodId">,
  of: { contractId: number; customerId: number },
  now: Date,
): Promise<{ id: number; name: string }> {
  const { shopId, attemptId, draft, gateway, gatewayRef, paymentMethodId } = paid;
  const [order] = await tx
    .insert(orders)
    .values({
      ...of,
      shopId,
      attemptId,
      gateway,
      gatewayRef,
      paymentMethodId,
      currencyCode: draft.currencyCode,
      subtotal: subtractMoney(draft.total, draft.deliveryPrice),
      discountTotal: sumMoney(draft.discounts.map(({ amount }) => amount)),
      deliveryPrice: draft.deliveryPrice,
      total: draft.total,
      taxesIncluded: true,
      deliveries: draft.deliveries,
      deliveryMethodType: draft.deliveryMethodType,
      deliveryAddress: draft.deliveryAddress,
      note: draft.note,
      noteAttributes: draft.noteAttributes,
      discounts: draft.discounts,
      paidAt: now,
    })
    .returning({ id: orders.id, name: orders.name });
  if (!order) throw new Error("insert of an order returned no row");
  await tx
    .insert(orderLines)
    .values(draft.lines.map((line, position) => ({ ...line, shopId, orderId: order.id, position })));
  return order;
}
