import { z } from "zod";
import { CONTRACT_STATUSES } from "~db/schema/contract-words";
import { INTERVALS } from "~db/schema/intervals";

/**
 * The raw contract object, which every operation on one contract answers: its one description, for types, OpenAPI and
 * tests. Source: spec.md "Raw contract object", wire.md §1.
 */
const typename = <const T extends string>(name: T) => z.literal(name);
const text = () => z.string().nullable();
const int32 = () => z.int().meta({ format: "int32" });
const instant = () => z.iso.datetime().meta({ description: "ISO 8601, UTC, to the second" });
const gid = () => z.string().meta({ description: "gid://<namespace>/<Type>/<id>" });

const money = z
  .object({
    get__typename: typename("MoneyV2"),
    amount: z.string().meta({ description: "Decimal number" }),
    currencyCode: z.string(),
  })
  .meta({ id: "Money" });

const attribute = z
  .object({ get__typename: typename("Attribute"), key: z.string(), value: z.string() })
  .meta({ id: "RawAttribute" });

const anchor = z.object({
  get__typename: typename("SellingPlanAnchor"),
  cutoffDay: int32().nullable(),
  day: int32().nullable(),
  month: int32().nullable(),
});

const pageInfo = z
  .object({
    get__typename: typename("PageInfo"),
    hasPreviousPage: z.boolean(),
    hasNextPage: z.boolean(),
    startCursor: text(),
    endCursor: text(),
  })
  .meta({ id: "PageInfo" });

const address = z.object({
  firstName: text(),
  lastName: text(),
  company: text(),
  address1: text(),
  address2: text(),
  city: text(),
  province: text(),
  provinceCode: text(),
  country: text(),
  countryCode: text(),
  zip: text(),
  phone: text(),
});

const discountValue = z.discriminatedUnion("get__typename", [
  z.object({ get__typename: typename("SubscriptionDiscountPercentageValue"), percentage: z.number() }),
  z.object({ get__typename: typename("SubscriptionDiscountFixedAmountValue"), amount: money }),
]);

const line = z.object({
  get__typename: typename("SubscriptionLine"),
  id: gid(),
  sellingPlanId: gid().nullable(),
  sellingPlanName: text(),
  productId: gid().nullable(),
  sku: text(),
  title: z.string(),
  variantId: gid().nullable(),
  variantTitle: text(),
  quantity: int32(),
  customAttributes: z.array(attribute),
  lineDiscountedPrice: money.meta({ description: "The whole line after discounts" }),
  currentPrice: money.meta({ description: "One unit, before discounts" }),
  variantImage: z.object({ get__typename: typename("Image"), transformedSrc: z.string() }).nullable(),
  discountAllocations: z.array(
    z.object({
      get__typename: typename("SubscriptionDiscountAllocation"),
      amount: money,
      discount: z.object({ get__typename: typename("SubscriptionManualDiscount") }),
    }),
  ),
  pricingPolicy: z
    .object({
      get__typename: typename("SubscriptionPricingPolicy"),
      basePrice: money,
      cycleDiscounts: z.array(
        z.object({
          get__typename: typename("SubscriptionCyclePriceAdjustment"),
          afterCycle: int32(),
          computedPrice: money,
          adjustmentValue: money,
        }),
      ),
    })
    .nullable(),
  taxable: z.boolean(),
  skippedNextOrder: z.boolean().meta({ description: "Left out of the next order" }),
});

const discount = z.object({
  get__typename: typename("SubscriptionManualDiscount"),
  id: gid(),
  title: z.string(),
  value: discountValue,
  recurringCycleLimit: int32().nullable(),
  usageCount: int32(),
});

const deliveryMethod = z.object({
  get__typename: z.enum([
    "SubscriptionDeliveryMethodShipping",
    "SubscriptionDeliveryMethodLocalDelivery",
    "SubscriptionDeliveryMethodPickup",
  ]),
  address: address.nullable(),
});

const instrument = z.object({
  get__typename: z.string(),
  brand: text(),
  lastDigits: text(),
  maskedNumber: text(),
  expiryMonth: int32().nullable(),
  expiryYear: int32().nullable(),
  name: text(),
});

const fulfillmentOrder = z.object({
  get__typename: typename("FulfillmentOrder"),
  fulfillAt: instant().nullable(),
  id: gid(),
});

export const rawContract = z
  .object({
    get__typename: typename("SubscriptionContract"),
    id: gid(),
    createdAt: instant(),
    updatedAt: instant(),
    nextBillingDate: instant().nullable(),
    status: z.enum(CONTRACT_STATUSES),
    lastPaymentStatus: z.enum(["SUCCEEDED", "FAILED"]).nullable(),
    deliveryPrice: money,
    billingPolicy: z.object({
      get__typename: typename("SubscriptionBillingPolicy"),
      interval: z.enum(INTERVALS),
      intervalCount: int32(),
      anchors: z.array(anchor),
      maxCycles: int32().nullable(),
      minCycles: int32().nullable(),
    }),
    deliveryPolicy: z.object({
      get__typename: typename("SubscriptionDeliveryPolicy"),
      interval: z.enum(INTERVALS),
      intervalCount: int32(),
      anchors: z.array(anchor),
    }),
    lines: z.object({
      get__typename: typename("SubscriptionLineConnection"),
      nodes: z.array(line),
      pageInfo,
    }),
    customerPaymentMethod: z
      .object({
        get__typename: typename("CustomerPaymentMethod"),
        id: gid(),
        instrument: instrument.nullable(),
        revokedAt: instant().nullable(),
      })
      .nullable(),
    deliveryMethod: deliveryMethod.nullable(),
    originOrder: z
      .object({
        get__typename: typename("Order"),
        id: gid(),
        name: text(),
        fulfillmentOrders: z.object({
          get__typename: typename("FulfillmentOrderConnection"),
          nodes: z.array(fulfillmentOrder),
          pageInfo,
        }),
      })
      .nullable(),
    customer: z.object({
      get__typename: typename("Customer"),
      id: gid(),
      email: text(),
      displayName: z.string(),
      firstName: text(),
      lastName: text(),
      phone: text(),
    }),
    discounts: z.object({
      get__typename: typename("SubscriptionManualDiscountConnection"),
      nodes: z.array(discount),
      pageInfo,
    }),
    note: text(),
    customAttributes: z.array(attribute),
    billingAttempts: z
      .object({
        get__typename: typename("SubscriptionBillingAttemptConnection"),
        nodes: z.array(
          z.object({
            get__typename: typename("SubscriptionBillingAttempt"),
            completedAt: instant().nullable(),
            createdAt: instant(),
            id: gid(),
            idempotencyKey: z.string(),
            ready: z.boolean().meta({ description: "Whether it is over" }),
          }),
        ),
      })
      .meta({ description: "The newest 20" }),
  })
  .meta({ id: "RawContract", description: "A subscription contract, shaped like the platform's own" });

export type RawContract = z.output<typeof rawContract>;
