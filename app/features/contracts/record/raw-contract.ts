import { z } from "zod";
import { enumOf, int32, int32OrNull, text, textOrNull, yesNo } from "~/lib/schemas/record-schemas";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";

/**
 * The raw contract object, which every operation on one contract returns: its one description, for types, OpenAPI and
 * tests. Each building block takes the description of its field. Source: spec.md "Raw contract object", wire.md §1.
 */
const typename = <const T extends string>(name: T) =>
  z.literal(name).meta({ description: "The platform's name of the object type" });
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
    value: text("Value"),
  })
  .meta({ id: "RawAttribute", description: "A custom attribute" });

const anchor = object(
  {
    get__typename: typename("SellingPlanAnchor"),
    cutoffDay: int32OrNull(
      "Number of days before the anchor within which a first order waits for the next anchor",
    ),
    day: int32OrNull("Day of the week (1 = Monday) or of the month"),
    month: int32OrNull("Month, for yearly anchors"),
  },
  "A fixed calendar day that orders fall on",
);
const anchors = () => list(anchor, "Fixed calendar days; empty if orders follow the interval alone");

export const pageInfo = z
  .object({
    get__typename: typename("PageInfo"),
    hasPreviousPage: yesNo("Whether there are items before these"),
    hasNextPage: yesNo("Whether there are items after these"),
    startCursor: textOrNull("Cursor of the first; null for an empty list"),
    endCursor: textOrNull("Cursor of the last; null for an empty list"),
  })
  .meta({ id: "PageInfo", description: "Position of a page within the whole list" });

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
  phone: textOrNull("Phone number for the carrier"),
};

const discountValue = z.discriminatedUnion("get__typename", [
  z.object({
    get__typename: typename("SubscriptionDiscountPercentageValue"),
    percentage: z.number().meta({ description: "Percentage, 0 to 100" }),
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
  quantity: int32("Units per order"),
  customAttributes: list(attribute, "Attributes that the customer or the shop added to the line"),
  lineDiscountedPrice: money.meta({ description: "Price of the whole line after discounts" }),
  currentPrice: money.meta({ description: "Price of one unit before discounts" }),
  variantImage: z
    .object({ get__typename: typename("Image"), transformedSrc: text("Its URL") })
    .nullable()
    .meta({ description: "Image of the variant or, without one, of the product" }),
  discountAllocations: list(
    z.object({
      get__typename: typename("SubscriptionDiscountAllocation"),
      amount: money.meta({ description: "This line's share of the discount" }),
      discount: object({ get__typename: typename("SubscriptionManualDiscount") }, "Kind of the discount"),
    }),
    "Amount of each discount on this line",
  ),
  pricingPolicy: z
    .object({
      get__typename: typename("SubscriptionPricingPolicy"),
      basePrice: money.meta({ description: "Price of one unit without the plan" }),
      cycleDiscounts: list(
        z.object({
          get__typename: typename("SubscriptionCyclePriceAdjustment"),
          afterCycle: int32("Applies after this many orders"),
          computedPrice: money.meta({ description: "Price of one unit from then on" }),
          adjustmentValue: money.meta({ description: "Reduction of the price of one unit" }),
        }),
        "Price adjustments of the plan",
      ),
    })
    .nullable()
    .meta({ description: "How the selling plan changes the price; null without a plan" }),
  taxable: yesNo("Whether tax is charged on it"),
  skippedNextOrder: yesNo("Whether the line is skipped in the next order"),
});

const discount = z.object({
  get__typename: typename("SubscriptionManualDiscount"),
  id: gid("The discount"),
  title: text("The discount code, or the title of a discount without a code"),
  value: discountValue.meta({ description: "A percentage or an amount" }),
  recurringCycleLimit: int32OrNull("Number of orders it applies to; null for all"),
  usageCount: int32("Number of orders it has been applied to"),
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
    address: z.object(address).nullable().meta({ description: "Delivery address; null if unknown" }),
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
  "The payment instrument",
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
  instrument: instrument.nullable().meta({ description: "null if the platform does not provide it" }),
  revokedAt: instantOrNull("When it was revoked; null while it is valid"),
});

export const rawContract = z
  .object({
    get__typename: typename("SubscriptionContract"),
    id: gid("The contract"),
    createdAt: instant("When it was created"),
    updatedAt: instant("When it was last changed"),
    nextBillingDate: instantOrNull("Date of the next order; null if there is none"),
    status: enumOf(CONTRACT_STATUSES, "Status of the contract"),
    lastPaymentStatus: z
      .enum(["SUCCEEDED", "FAILED"])
      .nullable()
      .meta({ description: "Outcome of the last payment; null before the first" }),
    deliveryPrice: money.meta({ description: "Delivery price per order" }),
    billingPolicy: object(
      {
        get__typename: typename("SubscriptionBillingPolicy"),
        interval: enumOf(INTERVALS, "Unit"),
        intervalCount: int32("Number of units between two bills"),
        anchors: anchors(),
        maxCycles: int32OrNull("Number of orders after which it expires; null if it does not expire"),
        minCycles: int32OrNull("Number of orders after which a customer may cancel; null if at any time"),
      },
      "How often it is billed",
    ),
    deliveryPolicy: object(
      {
        get__typename: typename("SubscriptionDeliveryPolicy"),
        interval: enumOf(INTERVALS, "Unit"),
        intervalCount: int32("Number of units between two deliveries"),
        anchors: anchors(),
      },
      "How often it is delivered",
    ),
    lines: object(
      {
        get__typename: typename("SubscriptionLineConnection"),
        nodes: list(line, "The lines, sorted by position"),
        pageInfo,
      },
      "The lines of the contract",
    ),
    customerPaymentMethod: customerPaymentMethod
      .nullable()
      .meta({ description: "Payment method of the contract; null if there is none" }),
    deliveryMethod: deliveryMethod.nullable().meta({ description: "null if nothing is delivered" }),
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
          "Fulfilment orders of the origin order",
        ),
      })
      .nullable()
      .meta({ description: "The order it was bought with; null if unknown" }),
    customer: object(
      {
        get__typename: typename("Customer"),
        id: gid("The customer"),
        email: textOrNull("E-mail address"),
        displayName: text("First and last name or, without a name, the e-mail address"),
        firstName: textOrNull("First name"),
        lastName: textOrNull("Last name"),
        phone: textOrNull("Phone number"),
      },
      "The customer of the contract",
    ),
    discounts: object(
      {
        get__typename: typename("SubscriptionManualDiscountConnection"),
        nodes: list(discount, "The discounts, oldest first"),
        pageInfo,
      },
      "Discounts of the contract",
    ),
    note: textOrNull("Note on all orders of the contract"),
    customAttributes: list(attribute, "Attributes of all orders of the contract"),
    billingAttempts: z
      .object({
        get__typename: typename("SubscriptionBillingAttemptConnection"),
        nodes: list(
          z.object({
            get__typename: typename("SubscriptionBillingAttempt"),
            completedAt: instantOrNull("When it was completed"),
            createdAt: instant("When it was planned"),
            id: gid("The billing attempt"),
            idempotencyKey: text("Identifies the attempt at the payment gateway"),
            ready: yesNo("Whether it is completed"),
          }),
          "Past and planned orders, newest first",
        ),
      })
      .meta({ description: "The newest 20" }),
  })
  .meta({ id: "RawContract", description: "A subscription contract, shaped like the platform's own" });

export type RawContract = z.output<typeof rawContract>;
