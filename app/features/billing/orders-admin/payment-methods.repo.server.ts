import { and, eq } from "drizzle-orm";
import { db } from "~db/client.server";
import { paymentMethods } from "~db/schema/customers";

/** Those of a customer: what the tries of their orders name. */
export const listPaymentMethodsOf = (shopId: number, customerId: number) =>
  db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.shopId, shopId), eq(paymentMethods.customerId, customerId)));
