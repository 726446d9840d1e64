import { isExpiredCard } from "~/features/contracts/card-expiry";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
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

/** The ids of a customer's contracts by the payment method that pays for them. */
export async function mapContractsByMethod(
  shopId: number,
  customerId: number,
): Promise<Map<string, number[]>> {
  const rows = await db
    .select({ method: contracts.paymentMethodId, contractId: contracts.subscriptionContractId })
    .from(contracts)
    .where(isRow(contracts, { shopId, customerId }))
    .orderBy(contracts.subscriptionContractId);
  const byMethod = new Map<string, number[]>();
  for (const { method, contractId } of rows)
    if (method !== null) byMethod.set(method, [...(byMethod.get(method) ?? []), contractId]);
  return byMethod;
}
