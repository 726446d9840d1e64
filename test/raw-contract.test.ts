import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { loader as readContractRoute } from "~/api/contract-external";
import { loader as readWrappedRoute } from "~/api/contract-raw";
import { rawContract } from "~/features/contracts/raw-contract";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/raw-contract-example";
import { resetDatabase } from "./support/database";
import {
  type ContractOverrides,
  createTestShop,
  insertCatalogue,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  type TestShop,
} from "./support/factories";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const PATH = "/api/external/v2/subscription-contracts/contract-external/";

function read(contractId: number | string, key = shop.readKey): Promise<Response> {
  const request = new Request(`http://localhost${PATH}${contractId}`, { headers: { "X-API-Key": key } });
  return readContractRoute({ request, params: { contractId: String(contractId) }, context: {} });
}

function readWrapped(search: string): Promise<Response> {
  const url = `http://localhost/api/external/v2/contract-raw-response${search}`;
  const request = new Request(url, { headers: { "X-API-Key": shop.readKey } });
  return readWrappedRoute({ request, params: {}, context: {} });
}

/** Every object of the schema made strict: a field too many fails as one too few does. */
const strictly = (value: unknown) => {
  const parsed = rawContract.parse(value);
  expect(value).toEqual(parsed);
  return parsed;
};

async function show(overrides: ContractOverrides) {
  const contract = await insertContract(shop.id, overrides);
  const response = await read(contract.subscriptionContractId);
  expect(response.status).toBe(200);
  return { contract, raw: strictly(await response.json()) };
}

const money = (amount: string, currencyCode = "USD") => ({ get__typename: "MoneyV2", amount, currencyCode });
const address = {
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
  phone: "+44",
};

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
  const { contract, raw } = await show({
    customerId: customer.id,
    paymentMethodId,
    status: "FAILED",
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
    status: "FAILED",
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

test("a contract with as little as can be has null where nothing is", async () => {
  const customer = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
  const { raw } = await show({
    customerId: customer.id,
    nextBillingDate: null,
    deliveryMethodType: "NONE",
    lines: [],
  });
  const absent = Object.entries(raw).flatMap(([name, value]) => (value === null ? [name] : []));
  expect(absent.sort()).toEqual(
    [
      "customerPaymentMethod",
      "deliveryMethod",
      "lastPaymentStatus",
      "nextBillingDate",
      "note",
      "originOrder",
    ].sort(),
  );
  expect(raw.lines).toMatchObject({ nodes: [], pageInfo: { startCursor: null, endCursor: null } });
});

describe("single fields", () => {
  test("amounts have the currency's decimals", async () => {
    const { raw } = await show({ currencyCode: "JPY", lines: [{ currentPrice: "1200" }] });
    expect(raw.lines.nodes[0]?.lineDiscountedPrice).toEqual(money("1200", "JPY"));
    expect(raw.deliveryPrice).toEqual(money("0", "JPY"));
  });

  test("what is picked up has no address; a local delivery has", async () => {
    const pickup = await show({ deliveryMethodType: "PICKUP", deliveryAddress: address });
    expect(pickup.raw.deliveryMethod).toEqual({
      get__typename: "SubscriptionDeliveryMethodPickup",
      address: null,
    });
    const local = await show({ deliveryMethodType: "LOCAL_DELIVERY", deliveryAddress: address });
    expect(local.raw.deliveryMethod).toMatchObject({
      get__typename: "SubscriptionDeliveryMethodLocalDelivery",
      address: { city: "London" },
    });
  });

  test("deliveries that go with the billings share their anchors; the product's image stands in for the variant's", async () => {
    const { products } = await insertCatalogue(shop.id, {
      products: [{ imageUrl: "https://i.example/p.jpg" }],
    });
    const { raw } = await show({
      billingAnchors: [{ day: 1, month: null, cutoffDay: null }],
      lines: [{ productId: products[0]?.id ?? null }],
    });
    expect(raw.deliveryPolicy.anchors).toEqual(raw.billingPolicy.anchors);
    expect(raw.lines.nodes[0]?.variantImage?.transformedSrc).toBe("https://i.example/p.jpg");
  });

  test("a payment method of which the platform has told nothing has no instrument, and keeps an id that is a gid", async () => {
    const customer = await insertCustomer(shop.id);
    const paymentMethodId = await insertPaymentMethod(shop.id, customer.id, {
      id: "gid://other/CustomerPaymentMethod/a1",
    });
    const { raw } = await show({ customerId: customer.id, paymentMethodId });
    expect(raw.customerPaymentMethod).toMatchObject({ id: paymentMethodId, instrument: null });
  });

  test("of many billing attempts the newest 20 are told", async () => {
    const attempts = Array.from({ length: 25 }, (_, day) => ({
      billingDate: new Date(NOW.getTime() + day * 86_400_000),
      createdAt: new Date(NOW.getTime() + day * 1000),
    }));
    const { raw } = await show({ attempts });
    expect(raw.billingAttempts.nodes.map((node) => node.createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => `2026-03-02T12:00:${String(24 - index).padStart(2, "0")}Z`),
    );
    expect(Object.keys(raw.billingAttempts)).toEqual(["get__typename", "nodes"]);
  });
});

describe("the merchant's URLs", () => {
  test("both answer the same object, by number or gid", async () => {
    const { subscriptionContractId: id } = await insertContract(shop.id);
    const raw = await (await read(id)).json();
    const gid = `gid://platform/SubscriptionContract/${id}`;
    expect(await (await read(gid)).json()).toEqual(raw);
    expect(await (await readWrapped(`?contractId=${id}`)).json()).toEqual({ subscriptionContract: raw });
  });

  test("an unknown contract and another shop's are told apart by nobody", async () => {
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const bodies = await Promise.all(
      [1, foreign.subscriptionContractId].map(async (id) => {
        const response = await read(id);
        const { requestId: _, instance: __, ...body } = await response.json();
        return { status: response.status, ...body };
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each([
    ["", "missing"],
    ["?contractId=", "missing"],
    ["?contractId=abc", "invalid_id"],
    ["?contractId=0", "invalid_id"],
    ["?contractId=9007199254740993", "invalid_id"],
    ["?contractId=1&contractId=2", "given_twice"],
  ])("%s is a 400 that names the parameter", async (search, code) => {
    const response = await readWrapped(search);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: "contractId", code }] });
  });
});

test("the example of the documentation is one", () => {
  expect(z.strictObject(rawContract.shape).parse(RAW_CONTRACT_EXAMPLE)).toEqual(RAW_CONTRACT_EXAMPLE);
});
