import { asc } from "drizzle-orm";
import { subtractMoney, sumMoney } from "~/lib/money";
import { db, type Queryable } from "~db/client.server";
import { findRow, insertRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { paymentMethods } from "~db/schema/customers";
import { orderLines, orderRefunds, orders } from "~db/schema/orders";
import { rowInsert, rowInsertReturning } from "~db/statement.server";
import type { TryRow } from "./tries.repo.server";

/** Inserts the paid order of a try, from its draft. @param id by `takeOrderNumber` */
export async function insertOrder(
  tx: Queryable,
  id: number,
  paid: Pick<TryRow, "shopId" | "attemptId" | "draft" | "gateway" | "gatewayRef" | "paymentMethodId">,
  of: { contractId: number; customerId: number },
  now: Date,
): Promise<{ id: number; name: string }> {
  const { shopId, attemptId, draft, gateway, gatewayRef, paymentMethodId } = paid;
  const order = await insertOrderRow(tx, {
    ...of,
    id,
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
  });
  // Inserted together with others: each must have got its own row back.
  if (order.attemptId !== attemptId) throw new Error("an order was made of another's draft");
  await Promise.all(
    draft.lines.map((line, position) =>
      insertOrderLine(tx, { ...line, shopId, orderId: order.id, position }),
    ),
  );
  return order;
}

const insertOrderRow = rowInsertReturning(
  orders,
  [
    "id",
    "shopId",
    "contractId",
    "attemptId",
    "customerId",
    "currencyCode",
    "subtotal",
    "discountTotal",
    "deliveryPrice",
    "total",
    "taxesIncluded",
    "deliveries",
    "deliveryMethodType",
    "deliveryAddress",
    "note",
    "noteAttributes",
    "discounts",
    "gateway",
    "gatewayRef",
    "paymentMethodId",
    "paidAt",
  ],
  { id: orders.id, name: orders.name, attemptId: orders.attemptId },
);

const insertOrderLine = rowInsert(
  orderLines,
  "shopId",
  "orderId",
  "position",
  "lineId",
  "productId",
  "variantId",
  "title",
  "variantTitle",
  "sku",
  "sellingPlanName",
  "quantity",
  "unitPrice",
  "subtotal",
  "total",
  "taxable",
  "requiresShipping",
  "customAttributes",
);

export type OrderRow = typeof orders.$inferSelect;
export type RefundRow = typeof orderRefunds.$inferSelect;

export const findPaymentMethod = (shopId: number, id: string) => findRow(db, paymentMethods, { shopId, id });

/** A paid order, locked until the transaction ends: its refunds wait for each other. */
export const lockOrderOf = (tx: Queryable, shopId: number, attemptId: number): Promise<OrderRow | null> =>
  lockRow(tx, orders, { shopId, attemptId });

/** A paid order with its lines; null for one that was not made here. */
export async function findOrderOf(
  shopId: number,
  attemptId: number,
): Promise<(OrderRow & { lines: (typeof orderLines.$inferSelect)[] }) | null> {
  const order = await findRow(db, orders, { shopId, attemptId });
  if (!order) return null;
  const lines = await db
    .select()
    .from(orderLines)
    .where(isRow(orderLines, { shopId, orderId: order.id }))
    .orderBy(asc(orderLines.position));
  return { ...order, lines };
}

export const listRefundsOf = (on: Queryable, shopId: number, orderId: number): Promise<RefundRow[]> =>
  on
    .select()
    .from(orderRefunds)
    .where(isRow(orderRefunds, { shopId, orderId }))
    .orderBy(asc(orderRefunds.number));

export const insertRefund = (tx: Queryable, refund: RefundRow) => insertRow(tx, orderRefunds, refund);

/** Stores what has become of a refund. @returns false when it is no longer in the state in which it was read */
export async function updateRefund(
  tx: Queryable,
  { shopId, orderId, number, state }: RefundRow,
  end: Pick<RefundRow, "state" | "errorMessage" | "finishedAt">,
): Promise<boolean> {
  const which = { shopId, orderId, number, state };
  return (await updateRows(tx, orderRefunds, which, end)) > 0;
}
