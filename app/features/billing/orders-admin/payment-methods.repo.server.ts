import { and, eq } from "drizzle-orm";
import { db } from "~db/client.server";
import { paymentMethods } from "~db/schema/customers";

/** Payment methods of a customer, to which the tries of their orders refer. */
export const listPaymentMethodsOf = (shopId: number, customerId: number) =>
  db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.shopId, shopId), eq(paymentMethods.customerId, customerId)));
