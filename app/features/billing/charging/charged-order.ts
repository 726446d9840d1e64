import { z } from "zod";
import { DECLINED_TRY_EXAMPLE, orderRecord } from "~/features/billing/orders/order-record.server";

const int64 = () => z.int().meta({ format: "int64" });
const amount = () => z.number().meta({ format: "double" });

/** What both records tell of an order in the same words. */
const { shop, status, billingDate, attemptTime, orderId, orderName, orderNote } = orderRecord.shape;
const { currencyCode, attempts, nextTryAt, paymentMethod } = orderRecord.shape;

/** An order with what was done to have it paid (wire.md §5 "Orders"). */
export const chargedOrder = z
  .object({
    id: int64(),
    shop,
    status,
    billingDate,
    contractId: int64().meta({ description: "The record's `subscriptionContractId`" }),
    attemptCount: z.int().meta({ format: "int32", description: "Tries, without those that were not taken" }),
    attemptTime,
    orderId,
    orderName,
    orderAmount: amount()
      .nullable()
      .meta({ description: "What was charged; of an order that is not paid, what would be" }),
    currencyCode,
    orderNote,
    refundedAmount: amount().meta({ description: "What was given back of it" }),
    nextTryAt,
    actionUrl: z.string().nullable().meta({ description: "Where the customer's bank wants them" }),
    paymentMethod,
    attempts,
  })
  .meta({ id: "ChargedOrder", description: "An order with what was done to have it paid" });

export type ChargedOrder = z.output<typeof chargedOrder>;

export const CHARGED_ORDER_EXAMPLE: ChargedOrder = {
  id: 9124,
  shop: "garden-supplies.mystore.example",
  status: "SUCCESS",
  billingDate: "2026-07-15T09:30:00.000Z",
  contractId: 10_000_000_421,
  attemptCount: 2,
  attemptTime: "2026-07-16T09:00:01.250Z",
  orderId: 1_000_017,
  orderName: "#1000017",
  orderAmount: 34.88,
  currencyCode: "USD",
  orderNote: null,
  refundedAmount: 0,
  nextTryAt: null,
  actionUrl: null,
  paymentMethod: { id: "pm_8812", brand: "visa", lastDigits: "4242" },
  attempts: [
    DECLINED_TRY_EXAMPLE,
    {
      number: 2,
      state: "PAID",
      at: "2026-07-16T09:00:01.250Z",
      errorCode: null,
      errorClass: null,
      errorMessage: null,
    },
  ],
};
