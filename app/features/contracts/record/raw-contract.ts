import { z } from "zod";
import { enumOf, int32, int32OrNull, text, textOrNull, yesNo } from "~/lib/schemas/record-schemas";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";

/**
 * The raw contract object, which every operation on one contract returns: its one description, for types, OpenAPI and
 * tests. Each building block takes the description of its field. Source: spec.md "Raw contract object", wire.md §1.
 */
const typename = <const T extends string>(name: T) =>
  z.literal(name).meta({ description: "Kind of the object, as the platform calls it" });
const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}. ISO 8601, UTC, to the second` });
const instantOrNull = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description}. ISO 8601, UTC, to the second` });
const gid = (description: string) =>
  z.string().meta({ description: `${description}. gid://<namespace>/<Type>/<id>` });
const gidOrNull = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}. gid://<namespace>/<Type>/<id>` });
const list = <S extends z.ZodType>(item: S, description: string) => z.array(item).meta({ description });
const object = <S extends z.ZodRawShape>(shape: S, description: string) =>
  z.object(shape).meta({ description });

const money = z
  .object({
    get__typename: typename("MoneyV2"),
    amount: text("Decimal number"),
    currencyCode: text("ISO 4217"),
  })
  .meta({ id: "Money", description: "An amount of money" });

const attribute = z
  .object({
    get__typename: typename("Attribute"),
    key: text("Name. One that begins with _ is the merchant's"),
    value: text("What it is"),
  })
  .meta({ id: "RawAttribute", description: "A custom attribute" });

const anchor = object(
  {
    get__typename: typename("SellingPlanAnchor"),
    cutoffDay: int32OrNull("Days before the anchor from which on an order waits for the next one"),
    day: int32OrNull("Day of the week (1 = Monday) or of the month"),
    month: int32OrNull("Month, for yearly anchors"),
  },
  "A fixed day of the calendar that orders come on",
);
const anchors = () =>
  list(anchor, "Fixed days of the calendar; empty when orders come in steps of the interval");

export const pageInfo = z
  .object({
    get__typename: typename("PageInfo"),
    hasPreviousPage: yesNo("Whether there is more before these"),
    hasNextPage: yesNo("Whether there is more behind these"),
    startCursor: textOrNull("Cursor of the first; null for an empty list"),
    endCursor: textOrNull("Cursor of the last; null for an empty list"),
  })
  .meta({ id: "PageInfo", description: "Where a list stands in the whole" });

const address = {
  firstName: textOrNull("First name"),
  lastName: textOrNull("Last name"),
  company: textOrNull("Company at that address"),
  address1: textOrNull("Street and number"),
  address2: textOrNull("Flat, floor, care of"),
  city: textOrNull("City"),
  province: textOrNull("Name of the state or province"),
  provinceCode: textOrNull("Its code: the part after the hyphen in ISO 3166-2"),
  country: textOrNull("Name of the country"),
  countryCode: textOrNull("ISO 3166-1 alpha-2"),
  zip: textOrNull("Postal code"),
  phone: textOrNull("For the carrier"),
};

const discountValue = z.discriminatedUnion("get__typename", [
  z.object({
    get__typename: typename("SubscriptionDiscountPercentageValue"),
    percentage: z.number().meta({ description: "Per cent, 0 to 100" }),
  }),
  z.object({ get__typename: typename("SubscriptionDiscountFixedAmountValue"), amount: money }),
]);

const line = z.object({
  get__typename: typename("SubscriptionLine"),
  id: gid("The line"),
  sellingPlanId: gidOrNull("The selling plan it was bought under"),
  sellingPlanName: textOrNull("The plan's name"),
  productId: gidOrNull("The product"),
  sku: textOrNull("Stock keeping unit"),
  title: text("The product's title"),
  variantId: gidOrNull("The variant"),
  variantTitle: textOrNull("The variant's title"),
  quantity: int32("Pieces an order"),
  customAttributes: list(attribute, "What the customer or the shop noted with the line"),
  lineDiscountedPrice: money.meta({ description: "The whole line after discounts" }),
  currentPrice: money.meta({ description: "One unit, before discounts" }),
  variantImage: z
    .object({ get__typename: typename("Image"), transformedSrc: text("Its URL") })
    .nullable()
    .meta({ description: "A picture of the variant, else of the product" }),
  discountAllocations: list(
    z.object({
      get__typename: typename("SubscriptionDiscountAllocation"),
      amount: money.meta({ description: "How much of the discount falls on this line" }),
      discount: object({ get__typename: typename("SubscriptionManualDiscount") }, "Kind of the discount"),
    }),
    "What each discount takes off this line",
  ),
  pricingPolicy: z
    .object({
      get__typename: typename("SubscriptionPricingPolicy"),
      basePrice: money.meta({ description: "One unit without the plan" }),
      cycleDiscounts: list(
        z.object({
          get__typename: typename("SubscriptionCyclePriceAdjustment"),
          afterCycle: int32("From the order after this many on"),
          computedPrice: money.meta({ description: "What one unit costs then" }),
          adjustmentValue: money.meta({ description: "How much less that is" }),
        }),
        "How the plan changes the price",
      ),
    })
    .nullable()
    .meta({ description: "What the plan does to the price; null without one" }),
  taxable: yesNo("Whether tax is charged on it"),
  skippedNextOrder: yesNo("Left out of the next order"),
});

const discount = z.object({
  get__typename: typename("SubscriptionManualDiscount"),
  id: gid("The discount"),
  title: text("The code it came of, or its title"),
  value: discountValue.meta({ description: "A percentage or an amount" }),
  recurringCycleLimit: int32OrNull("How many orders it goes into; null = all"),
  usageCount: int32("How many orders it has gone into"),
});

const deliveryMethod = object(
  {
    get__typename: z
      .enum([
        "SubscriptionDeliveryMethodShipping",
        "SubscriptionDeliveryMethodLocalDelivery",
        "SubscriptionDeliveryMethodPickup",
      ])
      .meta({ description: "How orders reach the customer" }),
    address: z.object(address).nullable().meta({ description: "Where to; null when none is known" }),
  },
  "How and where orders are delivered",
);

const instrument = object(
  {
    get__typename: text("Kind of the instrument: a card, an agreement, a bank account"),
    brand: textOrNull("The card's brand"),
    lastDigits: textOrNull("The card's last digits"),
    maskedNumber: textOrNull("The card's number with all but the last digits hidden"),
    expiryMonth: int32OrNull("1 to 12"),
    expiryYear: int32OrNull("Four digits"),
    name: textOrNull("Name on it"),
  },
  "What is charged",
);

const fulfillmentOrder = z.object({
  get__typename: typename("FulfillmentOrder"),
  fulfillAt: instantOrNull("When it is to be shipped"),
  id: gid("The fulfilment order"),
});

/** What an order is paid with; never shows more of a card than this. */
export const customerPaymentMethod = z.object({
  get__typename: typename("CustomerPaymentMethod"),
  id: gid("The payment method"),
  instrument: instrument.nullable().meta({ description: "null when the platform does not tell" }),
  revokedAt: instantOrNull("When it was withdrawn; null while it is good"),
});

export const rawContract = z
  .object({
    get__typename: typename("SubscriptionContract"),
    id: gid("The contract"),
    createdAt: instant("When it was made"),
    updatedAt: instant("When it was changed last"),
    nextBillingDate: instantOrNull("When the next order is made; null when none is to come"),
    status: enumOf(CONTRACT_STATUSES, "Its state"),
    lastPaymentStatus: z
      .enum(["SUCCEEDED", "FAILED"])
      .nullable()
      .meta({ description: "How the last payment went; null before the first" }),
    deliveryPrice: money.meta({ description: "Delivery of one order" }),
    billingPolicy: object(
      {
        get__typename: typename("SubscriptionBillingPolicy"),
        interval: enumOf(INTERVALS, "Unit"),
        intervalCount: int32("How many units lie between two bills"),
        anchors: anchors(),
        maxCycles: int32OrNull("It expires after this many orders; null = never"),
        minCycles: int32OrNull("A customer may cancel after this many orders; null = at any time"),
      },
      "How often it is billed",
    ),
    deliveryPolicy: object(
      {
        get__typename: typename("SubscriptionDeliveryPolicy"),
        interval: enumOf(INTERVALS, "Unit"),
        intervalCount: int32("How many units lie between two deliveries"),
        anchors: anchors(),
      },
      "How often it is delivered",
    ),
    lines: object(
      {
        get__typename: typename("SubscriptionLineConnection"),
        nodes: list(line, "The lines, in their order"),
        pageInfo,
      },
      "What comes",
    ),
    customerPaymentMethod: customerPaymentMethod
      .nullable()
      .meta({ description: "What it is paid with; null without one" }),
    deliveryMethod: deliveryMethod.nullable().meta({ description: "null when nothing is delivered" }),
    originOrder: z
      .object({
        get__typename: typename("Order"),
        id: gid("The order"),
        name: textOrNull("Its name in the shop"),
        fulfillmentOrders: object(
          {
            get__typename: typename("FulfillmentOrderConnection"),
            nodes: list(fulfillmentOrder, "Its fulfilment orders"),
            pageInfo,
          },
          "How it is shipped",
        ),
      })
      .nullable()
      .meta({ description: "The order it was bought with; null when it is not known" }),
    customer: object(
      {
        get__typename: typename("Customer"),
        id: gid("The customer"),
        email: textOrNull("E-mail address"),
        displayName: text("First and last name, else the e-mail address"),
        firstName: textOrNull("First name"),
        lastName: textOrNull("Last name"),
        phone: textOrNull("Phone number"),
      },
      "Whose it is",
    ),
    discounts: object(
      {
        get__typename: typename("SubscriptionManualDiscountConnection"),
        nodes: list(discount, "The discounts, oldest first"),
        pageInfo,
      },
      "What comes off",
    ),
    note: textOrNull("Note on all of its orders"),
    customAttributes: list(attribute, "Attributes of all of its orders"),
    billingAttempts: z
      .object({
        get__typename: typename("SubscriptionBillingAttemptConnection"),
        nodes: list(
          z.object({
            get__typename: typename("SubscriptionBillingAttempt"),
            completedAt: instantOrNull("When it was over"),
            createdAt: instant("When it was planned"),
            id: gid("The billing attempt"),
            idempotencyKey: text("Names the attempt at the payment gateway"),
            ready: yesNo("Whether it is over"),
          }),
          "Orders made and planned, newest first",
        ),
      })
      .meta({ description: "The newest 20" }),
  })
  .meta({ id: "RawContract", description: "A subscription contract, shaped like the platform's own" });

export type RawContract = z.output<typeof rawContract>;
