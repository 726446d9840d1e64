import type { Address } from "~db/schema/customers";
import type { RawContract } from "./raw-contract";

const money = (amount: string) => ({ get__typename: "MoneyV2" as const, amount, currencyCode: "USD" });
const pageInfo = (cursor: string | null) => ({
  get__typename: "PageInfo" as const,
  hasPreviousPage: false,
  hasNextPage: false,
  startCursor: cursor,
  endCursor: cursor,
});

export const EXAMPLE_ADDRESS: Address = {
  firstName: "Ada",
  lastName: "Lovelace",
  company: null,
  address1: "12 St James's Square",
  address2: null,
  city: "London",
  province: null,
  provinceCode: null,
  country: "United Kingdom",
  countryCode: "GB",
  zip: "SW1Y 4JH",
  phone: null,
};

/** A raw contract as the API documentation shows it; everything in it is made up. */
export const RAW_CONTRACT_EXAMPLE: RawContract = {
  get__typename: "SubscriptionContract",
  id: "gid://platform/SubscriptionContract/10000000421",
  createdAt: "2026-01-15T09:30:00Z",
  updatedAt: "2026-06-19T12:19:21Z",
  nextBillingDate: "2026-07-15T09:30:00Z",
  status: "ACTIVE",
  lastPaymentStatus: "SUCCEEDED",
  deliveryPrice: money("5.00"),
  billingPolicy: {
    get__typename: "SubscriptionBillingPolicy",
    interval: "MONTH",
    intervalCount: 1,
    anchors: [],
    maxCycles: null,
    minCycles: 3,
  },
  deliveryPolicy: {
    get__typename: "SubscriptionDeliveryPolicy",
    interval: "MONTH",
    intervalCount: 1,
    anchors: [],
  },
  lines: {
    get__typename: "SubscriptionLineConnection",
    nodes: [
      {
        get__typename: "SubscriptionLine",
        id: "gid://platform/SubscriptionLine/0f8d5c3e-8f0a-4a5e-9d57-0d1f6f0f2b11",
        sellingPlanId: "gid://platform/SellingPlan/3001234567",
        sellingPlanName: "Every month",
        productId: "gid://platform/Product/7001234567",
        sku: "SOIL-20",
        title: "Potting soil",
        variantId: "gid://platform/ProductVariant/4001234567",
        variantTitle: "20 l",
        quantity: 2,
        customAttributes: [{ get__typename: "Attribute", key: "Engraving", value: "For Ada" }],
        lineDiscountedPrice: money("26.98"),
        currentPrice: money("14.99"),
        variantImage: { get__typename: "Image", transformedSrc: "https://images.example/soil-20.jpg" },
        discountAllocations: [
          {
            get__typename: "SubscriptionDiscountAllocation",
            amount: money("3.00"),
            discount: { get__typename: "SubscriptionManualDiscount" },
          },
        ],
        pricingPolicy: {
          get__typename: "SubscriptionPricingPolicy",
          basePrice: money("16.65"),
          cycleDiscounts: [
            {
              get__typename: "SubscriptionCyclePriceAdjustment",
              afterCycle: 0,
              computedPrice: money("14.99"),
              adjustmentValue: money("1.66"),
            },
          ],
        },
        taxable: true,
        skippedNextOrder: false,
      },
    ],
    pageInfo: pageInfo(
      "Z2lkOi8vcGxhdGZvcm0vU3Vic2NyaXB0aW9uTGluZS8wZjhkNWMzZS04ZjBhLTRhNWUtOWQ1Ny0wZDFmNmYwZjJiMTE",
    ),
  },
  customerPaymentMethod: {
    get__typename: "CustomerPaymentMethod",
    id: "gid://platform/CustomerPaymentMethod/9f2c11",
    instrument: {
      get__typename: "CustomerCreditCard",
      brand: "visa",
      lastDigits: "4242",
      maskedNumber: "•••• •••• •••• 4242",
      expiryMonth: 4,
      expiryYear: 2029,
      name: "Ada Lovelace",
    },
    revokedAt: null,
  },
  deliveryMethod: {
    get__typename: "SubscriptionDeliveryMethodShipping",
    address: EXAMPLE_ADDRESS,
  },
  originOrder: {
    get__typename: "Order",
    id: "gid://platform/Order/5501234567",
    name: "#1042",
    fulfillmentOrders: {
      get__typename: "FulfillmentOrderConnection",
      nodes: [],
      pageInfo: pageInfo(null),
    },
  },
  customer: {
    get__typename: "Customer",
    id: "gid://platform/Customer/6801234567",
    email: "ada@customer.example",
    displayName: "Ada Lovelace",
    firstName: "Ada",
    lastName: "Lovelace",
    phone: null,
  },
  discounts: {
    get__typename: "SubscriptionManualDiscountConnection",
    nodes: [
      {
        get__typename: "SubscriptionManualDiscount",
        id: "gid://platform/SubscriptionManualDiscount/5b1f0c8e-3d6c-4a3c-8a55-1d7c2f9e0a42",
        title: "Welcome",
        value: { get__typename: "SubscriptionDiscountPercentageValue", percentage: 10 },
        recurringCycleLimit: 6,
        usageCount: 2,
      },
    ],
    pageInfo: pageInfo(
      "Z2lkOi8vcGxhdGZvcm0vU3Vic2NyaXB0aW9uTWFudWFsRGlzY291bnQvNWIxZjBjOGUtM2Q2Yy00YTNjLThhNTUtMWQ3YzJmOWUwYTQy",
    ),
  },
  note: "Leave it at the back door",
  customAttributes: [{ get__typename: "Attribute", key: "gift", value: "no" }],
  billingAttempts: {
    get__typename: "SubscriptionBillingAttemptConnection",
    nodes: [
      {
        get__typename: "SubscriptionBillingAttempt",
        completedAt: "2026-06-15T09:30:12Z",
        createdAt: "2026-06-01T09:07:00Z",
        id: "gid://platform/SubscriptionBillingAttempt/9120",
        idempotencyKey: "1d0b8f2c-0b5a-4c0e-9a67-52f4f2c1a9d3",
        ready: true,
      },
    ],
  },
};
