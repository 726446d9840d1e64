import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { insertCatalogue } from "../../support/data/catalogue";
import { insertCustomer, insertPaymentMethod, NOW } from "../../support/data/factories";
import { address, money, showRaw } from "../../support/data/raw-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

test("a contract with everything has every field of the specification from its source", async () => {
  const customer = await insertCustomer(shop.id, { firstName: "Zoë", lastName: "Ünal", phone: "+15550001" });
  const paymentMethodId = await insertPaymentMethod(shop.id, customer.id, {
    instrumentType: "CustomerCreditCard",
    brand: "visa",
    lastDigits: "4242",
    expiryMonth: 4,
    expiryYear: 2029,
    holderName: "Z Ünal",
    revokedAt: NOW,
  });
  const { products } = await insertCatalogue(shop.id, {
    products: [{ imageUrl: "https://i.example/p.jpg", variants: [{ imageUrl: "https://i.example/v.jpg" }] }],
  });
  const productId = products[0]?.id ?? 0;
  const variantId = products[0]?.variantIds[0] ?? 0;
  const [lineId, freeId, discountId, fixedId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { contract, raw } = await showRaw(shop, {
    customerId: customer.id,
    paymentMethodId,
    status: "PAUSED",
    lastPaymentStatus: "FAILED",
    billingInterval: "MONTH",
    billingIntervalCount: 3,
    billingAnchors: [{ day: 15, month: null, cutoffDay: 2 }],
    deliveryInterval: "WEEK",
    deliveryIntervalCount: 2,
    minCycles: 2,
    maxCycles: 12,
    createdAt: new Date("2026-01-15T09:30:00.123Z"),
    updatedAt: new Date("2026-02-15T09:30:59.999Z"),
    nextBillingDate: new Date("2026-04-15T08:30:00Z"),
    originOrderId: 5_500_001,
    originOrderName: "#1001",
    deliveryAddress: address,
    deliveryPrice: "4.5",
    orderNote: "Ring twice",
    orderNoteAttributes: [{ key: "gift", value: "no" }],
    lines: [
      {
        id: lineId,
        productId,
        variantId,
        title: "Tea",
        variantTitle: "250 g",
        sku: "T-250",
        quantity: 2,
        currentPrice: "9",
        basePrice: "10",
        sellingPlanId: 31,
        sellingPlanName: "Every 3 months",
        customAttributes: [{ key: "Tin", value: "red" }],
        skippedNextOrder: true,
      },
      { id: freeId, title: "Spoon", productId: 999, currentPrice: "1.005", taxable: false },
    ],
    discounts: [
      {
        id: discountId,
        title: "Tenth",
        value: "10",
        lineIds: [lineId],
        recurringCycleLimit: 5,
        usageCount: 1,
      },
      {
        id: fixedId,
        title: "Off",
        valueType: "FIXED_AMOUNT",
        value: "1.5",
        createdAt: new Date(+NOW + 1000),
      },
    ],
    attempts: [
      {
        billingDate: new Date("2026-01-15T09:30:00Z"),
        status: "SUCCESS",
        idempotencyKey: "1d0b8f2c-0b5a-4c0e-9a67-52f4f2c1a9d3",
        completedAt: new Date("2026-01-15T09:30:12Z"),
      },
    ],
  });
  const gid = (type: string, id: number | string) => `gid://platform/${type}/${id}`;
  const pageOf = (first: string, last: string) => ({
    get__typename: "PageInfo",
    hasPreviousPage: false,
    hasNextPage: false,
    startCursor: Buffer.from(first).toString("base64url"),
    endCursor: Buffer.from(last).toString("base64url"),
  });
  expect(raw).toEqual({
    get__typename: "SubscriptionContract",
    id: gid("SubscriptionContract", contract.subscriptionContractId),
    createdAt: "2026-01-15T09:30:00Z",
    updatedAt: "2026-02-15T09:30:59Z",
    nextBillingDate: "2026-04-15T08:30:00Z",
    status: "PAUSED",
    lastPaymentStatus: "FAILED",
    deliveryPrice: money("4.50"),
    billingPolicy: {
      get__typename: "SubscriptionBillingPolicy",
      interval: "MONTH",
      intervalCount: 3,
      anchors: [{ get__typename: "SellingPlanAnchor", cutoffDay: 2, day: 15, month: null }],
      maxCycles: 12,
      minCycles: 2,
    },
    deliveryPolicy: {
      get__typename: "SubscriptionDeliveryPolicy",
      interval: "WEEK",
      intervalCount: 2,
      anchors: [],
    },
    lines: {
      get__typename: "SubscriptionLineConnection",
      nodes: [
        {
          get__typename: "SubscriptionLine",
          id: gid("SubscriptionLine", lineId),
          sellingPlanId: gid("SellingPlan", 31),
          sellingPlanName: "Every 3 months",
          productId: gid("Product", productId),
          sku: "T-250",
          title: "Tea",
          variantId: gid("ProductVariant", variantId),
          variantTitle: "250 g",
          quantity: 2,
          customAttributes: [{ get__typename: "Attribute", key: "Tin", value: "red" }],
          // 18.00 less 10 % is 16.20; of the 1.50 it carries 1.41, the spoon 0.09.
          lineDiscountedPrice: money("14.79"),
          currentPrice: money("9.00"),
          variantImage: { get__typename: "Image", transformedSrc: "https://i.example/v.jpg" },
          discountAllocations: ["1.80", "1.41"].map((amount) => ({
            get__typename: "SubscriptionDiscountAllocation",
            amount: money(amount),
            discount: { get__typename: "SubscriptionManualDiscount" },
          })),
          pricingPolicy: {
            get__typename: "SubscriptionPricingPolicy",
            basePrice: money("10.00"),
            cycleDiscounts: [
              {
                get__typename: "SubscriptionCyclePriceAdjustment",
                afterCycle: 0,
                computedPrice: money("9.00"),
                adjustmentValue: money("1.00"),
              },
            ],
          },
          taxable: true,
          skippedNextOrder: true,
        },
        {
          get__typename: "SubscriptionLine",
          id: gid("SubscriptionLine", freeId),
          sellingPlanId: null,
          sellingPlanName: null,
          productId: gid("Product", 999),
          sku: null,
          title: "Spoon",
          variantId: null,
          variantTitle: null,
          quantity: 1,
          customAttributes: [],
          lineDiscountedPrice: money("0.92"),
          currentPrice: money("1.005"),
          variantImage: null,
          discountAllocations: [
            {
              get__typename: "SubscriptionDiscountAllocation",
              amount: money("0.09"),
              discount: { get__typename: "SubscriptionManualDiscount" },
            },
          ],
          pricingPolicy: null,
          taxable: false,
          skippedNextOrder: false,
        },
      ],
      pageInfo: pageOf(gid("SubscriptionLine", lineId), gid("SubscriptionLine", freeId)),
    },
    customerPaymentMethod: {
      get__typename: "CustomerPaymentMethod",
      id: gid("CustomerPaymentMethod", paymentMethodId),
      instrument: {
        get__typename: "CustomerCreditCard",
        brand: "visa",
        lastDigits: "4242",
        maskedNumber: "•••• •••• •••• 4242",
        expiryMonth: 4,
        expiryYear: 2029,
        name: "Z Ünal",
      },
      revokedAt: "2026-03-02T12:00:00Z",
    },
    deliveryMethod: { get__typename: "SubscriptionDeliveryMethodShipping", address },
    originOrder: {
      get__typename: "Order",
      id: gid("Order", 5_500_001),
      name: "#1001",
      fulfillmentOrders: {
        get__typename: "FulfillmentOrderConnection",
        nodes: [],
        pageInfo: {
          get__typename: "PageInfo",
          hasPreviousPage: false,
          hasNextPage: false,
          startCursor: null,
          endCursor: null,
        },
      },
    },
    customer: {
      get__typename: "Customer",
      id: gid("Customer", customer.id),
      email: customer.email,
      displayName: "Zoë Ünal",
      firstName: "Zoë",
      lastName: "Ünal",
      phone: "+15550001",
    },
    discounts: {
      get__typename: "SubscriptionManualDiscountConnection",
      nodes: [
        {
          get__typename: "SubscriptionManualDiscount",
          id: gid("SubscriptionManualDiscount", discountId),
          title: "Tenth",
          value: { get__typename: "SubscriptionDiscountPercentageValue", percentage: 10 },
          recurringCycleLimit: 5,
          usageCount: 1,
        },
        {
          get__typename: "SubscriptionManualDiscount",
          id: gid("SubscriptionManualDiscount", fixedId),
          title: "Off",
          value: { get__typename: "SubscriptionDiscountFixedAmountValue", amount: money("1.50") },
          recurringCycleLimit: null,
          usageCount: 0,
        },
      ],
      pageInfo: pageOf(
        gid("SubscriptionManualDiscount", discountId),
        gid("SubscriptionManualDiscount", fixedId),
      ),
    },
    note: "Ring twice",
    customAttributes: [{ get__typename: "Attribute", key: "gift", value: "no" }],
    billingAttempts: {
      get__typename: "SubscriptionBillingAttemptConnection",
      nodes: [
        {
          get__typename: "SubscriptionBillingAttempt",
          completedAt: "2026-01-15T09:30:12Z",
          createdAt: "2026-03-02T12:00:00Z",
          id: raw.billingAttempts.nodes[0]?.id,
          idempotencyKey: "1d0b8f2c-0b5a-4c0e-9a67-52f4f2c1a9d3",
          ready: true,
        },
      ],
    },
  });
});
