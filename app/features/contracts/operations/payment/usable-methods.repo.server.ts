import { isExpiredCard } from "~/features/contracts/card-expiry";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { paymentMethods } from "~db/schema/customers";

/** Payment methods of a customer that a contract can be paid with: neither revoked nor expired. */
export async function listUsableMethods(shopId: number, customerId: number, clock: ShopClock) {
  const methods = await db
    .select()
    .from(paymentMethods)
    .where(isRow(paymentMethods, { shopId, customerId, revokedAt: null }))
    .orderBy(paymentMethods.id);
  return methods.filter((method) => !isExpiredCard(method, clock));
}
