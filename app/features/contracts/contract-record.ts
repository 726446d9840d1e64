import { z } from "zod";
import { CONTRACT_STATUSES, EMAIL_SENT_STATUSES, SMS_SENT_STATUSES } from "~db/schema/contract-words";
import { INTERVALS } from "~db/schema/intervals";

// Each building block asks for the words that explain its field.
const int64 = (description: string) => z.int().meta({ format: "int64", description });
const int64OrNull = (description: string) =>
  z.int().meta({ format: "int64" }).nullable().meta({ description });
const int32 = (description: string) => z.int().meta({ format: "int32", description });
const int32OrNull = (description: string) =>
  z.int().meta({ format: "int32" }).nullable().meta({ description });
const text = (description: string) => z.string().meta({ description });
const textOrNull = (description: string) => z.string().nullable().meta({ description });
const yesNo = (description: string) => z.boolean().meta({ description });
const word = <const T extends readonly string[]>(words: T, description: string) =>
  z.enum(words).meta({ description });
const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}. ISO 8601, UTC, with milliseconds` });
const instantOrNull = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description}. ISO 8601, UTC, with milliseconds` });
const amount = (description: string) => z.number().meta({ format: "double", description });
const amountOrNull = (description: string) =>
  z.number().meta({ format: "double" }).nullable().meta({ description });

/**
 * The record of the merchant list as it goes over the wire. Postgres writes it (contract-record.server.ts); this schema
 * describes it, for OpenAPI and tests. Source: spec.md "Subscription contract record".
 */
export const contractRecord = z
  .object({
    shop: text("Store domain of the shop"),
    id: int64("Our number of the record; operations take `subscriptionContractId`"),
    graphSubscriptionContractId: text("The contract's gid"),
    subscriptionContractId: int64("The contract's id, which every operation takes"),
    billingPolicyInterval: word(INTERVALS, "Unit of the time between two bills"),
    billingPolicyIntervalCount: int32("How many units lie between two bills"),
    currencyCode: text("Currency of the contract, ISO 4217"),
    customerId: int64("The customer's id on the platform"),
    graphCustomerId: text("The customer's gid"),
    deliveryPolicyInterval: word(INTERVALS, "Unit of the time between two deliveries"),
    deliveryPolicyIntervalCount: int32("How many units lie between two deliveries"),
    status: word(CONTRACT_STATUSES, "The contract's state"),
    graphOrderId: textOrNull("The origin order's gid"),
    orderId: int64OrNull("The origin order: the one it was bought with"),
    createdAt: instant("When the contract was made"),
    updatedAt: instant("When it was changed last"),
    nextBillingDate: instantOrNull("When the next order is made; null when none is to come"),
    orderAmount: amount("What one order costs, delivery included"),
    orderName: textOrNull("The origin order's name in the shop"),
    customerName: text("First and last name"),
    customerEmail: text("E-mail address; empty without one"),
    subscriptionCreatedEmailSent: yesNo("Whether the mail about the new contract was sent"),
    endsAt: instantOrNull("When it ends, or ended"),
    startsAt: instantOrNull("When it starts"),
    subscriptionCreatedEmailSentStatus: word(
      EMAIL_SENT_STATUSES,
      "What became of the mail about the new contract",
    ),
    minCycles: int32OrNull("A customer may cancel after this many orders; null = at any time"),
    maxCycles: int32OrNull("It expires after this many orders; null = never"),
    customerFirstName: textOrNull("First name"),
    customerLastName: textOrNull("Last name"),
    autoCharge: yesNo("Whether its orders are charged automatically"),
    importedId: textOrNull("Its handle in the file it was imported from"),
    stopUpComingOrderEmail: yesNo("Whether the customer gets no mail about orders to come"),
    pausedFromActive: yesNo("Whether it was active before it was paused"),
    subscriptionCreatedSmsSentStatus: word(
      SMS_SENT_STATUSES,
      "What became of the text message about the new contract",
    ),
    phone: textOrNull("The customer's phone number"),
    activatedOn: instantOrNull("When it became active last"),
    pausedOn: instantOrNull("When it was paused last"),
    cancelledOn: instantOrNull("When it was cancelled"),
    contractDetailsJSON: text(
      "A JSON array of lines {lineId, productId, variantId, title, variantTitle, sku, quantity, currentPrice, sellingPlanId, sellingPlanName}, as a string",
    ),
    cancellationFeedback: textOrNull("Why it was cancelled"),
    orderNote: textOrNull("Note on all of its orders"),
    orderNoteAttributes: text("A JSON array of {key, value}, as a string"),
    allowDeliveryPriceOverride: yesNo("Whether bulk changes may set its delivery price"),
    orderAmountUSD: amountOrNull("`orderAmount` in US dollars; null without an exchange rate"),
    billingDateAfterTrial: instantOrNull("When it is billed first after the trial"),
    trialEndDate: instantOrNull("When the trial ends"),
    pausedBySecurityChallenge: yesNo("Paused until the customer confirms a payment with their bank"),
    dunning: yesNo("A payment has failed and is being tried again"),
    contractAmount: amount("The lines of one order after discounts, without delivery"),
    contractAmountUSD: amountOrNull("`contractAmount` in US dollars; null without an exchange rate"),
    upcomingSwapRule: textOrNull("A product swap to come, as the system it was imported from noted it"),
    emailBouncedOrFailed: yesNo("Whether a mail to the customer bounced or failed"),
    lastSuccessfulOrder: textOrNull(
      "The newest paid order {orderId, orderName, orderAmount, orderDate, billingAttemptId}, as a string of JSON; null without one",
    ),
  })
  .meta({ id: "SubscriptionContractRecord", description: "A subscription contract in the merchant list" });

export type ContractRecord = z.output<typeof contractRecord>;

/** One line in `contractDetailsJSON`; ids are numeric as everywhere in the record, `lineId` is the line's uuid. */
export const contractDetailsLine = z.object({
  lineId: z.uuid(),
  productId: int64OrNull("The product"),
  variantId: int64OrNull("The variant"),
  title: z.string(),
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: int32("Pieces an order"),
  currentPrice: amount("One unit, before discounts"),
  sellingPlanId: int64OrNull("The selling plan it was bought under"),
  sellingPlanName: z.string().nullable(),
});

/** What `lastSuccessfulOrder` holds; `billingAttemptId` is the attempt's gid. */
export const lastSuccessfulOrder = z.object({
  orderId: int64OrNull("The order"),
  orderName: z.string().nullable(),
  orderAmount: amountOrNull("What it cost"),
  orderDate: instant("When it was due"),
  billingAttemptId: z.string(),
});
