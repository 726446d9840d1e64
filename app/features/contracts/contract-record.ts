import { z } from "zod";
import { CONTRACT_STATUSES, EMAIL_SENT_STATUSES, SMS_SENT_STATUSES } from "~db/schema/contract-words";
import { INTERVALS } from "~db/schema/intervals";

const int64 = () => z.int().meta({ format: "int64" });
const int32 = () => z.int().meta({ format: "int32" });
const instant = () => z.iso.datetime().meta({ description: "ISO 8601, UTC, with milliseconds" });
const amount = () => z.number().meta({ format: "double" });

/**
 * The record of the merchant list as it goes over the wire. Postgres writes it (contract-record.server.ts); this schema
 * describes it, for OpenAPI and tests. Source: spec.md "Subscription contract record".
 */
export const contractRecord = z
  .object({
    shop: z.string().meta({ description: "Store domain of the shop" }),
    id: int64(),
    graphSubscriptionContractId: z.string(),
    subscriptionContractId: int64(),
    billingPolicyInterval: z.enum(INTERVALS),
    billingPolicyIntervalCount: int32(),
    currencyCode: z.string(),
    customerId: int64(),
    graphCustomerId: z.string(),
    deliveryPolicyInterval: z.enum(INTERVALS),
    deliveryPolicyIntervalCount: int32(),
    status: z.enum(CONTRACT_STATUSES),
    graphOrderId: z.string().nullable(),
    orderId: int64().nullable().meta({ description: "The origin order" }),
    createdAt: instant(),
    updatedAt: instant(),
    nextBillingDate: instant().nullable(),
    orderAmount: amount().meta({ description: "What one order costs, delivery included" }),
    orderName: z.string().nullable(),
    customerName: z.string(),
    customerEmail: z.string(),
    subscriptionCreatedEmailSent: z.boolean(),
    endsAt: instant().nullable(),
    startsAt: instant().nullable(),
    subscriptionCreatedEmailSentStatus: z.enum(EMAIL_SENT_STATUSES),
    minCycles: int32().nullable(),
    maxCycles: int32().nullable(),
    customerFirstName: z.string().nullable(),
    customerLastName: z.string().nullable(),
    autoCharge: z.boolean(),
    importedId: z.string().nullable(),
    stopUpComingOrderEmail: z.boolean(),
    pausedFromActive: z.boolean(),
    subscriptionCreatedSmsSentStatus: z.enum(SMS_SENT_STATUSES),
    phone: z.string().nullable(),
    activatedOn: instant().nullable(),
    pausedOn: instant().nullable(),
    cancelledOn: instant().nullable(),
    contractDetailsJSON: z.string().meta({
      description:
        "A JSON array of lines {lineId, productId, variantId, title, variantTitle, sku, quantity, currentPrice, sellingPlanId, sellingPlanName}, as a string",
    }),
    cancellationFeedback: z.string().nullable(),
    orderNote: z.string().nullable(),
    orderNoteAttributes: z.string().meta({ description: "A JSON array of {key, value}, as a string" }),
    allowDeliveryPriceOverride: z.boolean(),
    orderAmountUSD: amount().nullable().meta({ description: "null without an exchange rate" }),
    billingDateAfterTrial: instant().nullable(),
    trialEndDate: instant().nullable(),
    pausedBySecurityChallenge: z.boolean(),
    dunning: z.boolean(),
    contractAmount: amount().meta({ description: "The lines of one order after discounts" }),
    contractAmountUSD: amount().nullable().meta({ description: "null without an exchange rate" }),
    upcomingSwapRule: z.string().nullable(),
    emailBouncedOrFailed: z.boolean(),
    lastSuccessfulOrder: z.string().nullable().meta({
      description:
        "The newest paid order {orderId, orderName, orderAmount, orderDate, billingAttemptId}, as a string of JSON; null without one",
    }),
  })
  .meta({ id: "SubscriptionContractRecord", description: "A subscription contract in the merchant list" });

export type ContractRecord = z.output<typeof contractRecord>;

/** One line in `contractDetailsJSON`; ids are numeric as everywhere in the record, `lineId` is the line's uuid. */
export const contractDetailsLine = z.object({
  lineId: z.uuid(),
  productId: int64().nullable(),
  variantId: int64().nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: int32(),
  currentPrice: amount(),
  sellingPlanId: int64().nullable(),
  sellingPlanName: z.string().nullable(),
});

/** What `lastSuccessfulOrder` holds; `billingAttemptId` is the attempt's gid. */
export const lastSuccessfulOrder = z.object({
  orderId: int64().nullable(),
  orderName: z.string().nullable(),
  orderAmount: amount().nullable(),
  orderDate: instant(),
  billingAttemptId: z.string(),
});
