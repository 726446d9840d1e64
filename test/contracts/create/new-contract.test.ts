import { beforeEach, describe, expect, test } from "vitest";
import { action as createRoute } from "~/api/create-subscription-contract";
import { contractRecord } from "~/features/contracts/record/contract-record.server";
import { client } from "~db/client.server";
import { insertCatalogue } from "../../support/data/catalogue";
import { requestList } from "../../support/data/contract-list";
import { listPlan, listRecordedChanges, readContractRow } from "../../support/data/contract-plan";
import {
  createTestShop,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

async function create(body: unknown, key = shop.writeKey) {
  const request = new Request(
    "http://localhost/api/external/v2/subscription-contract-details/create-subscription-contract",
    {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  const response = await createRoute({ request, params: {}, context: {} });
  return { status: response.status, body: await response.json() };
}

const NEXT = "2031-01-31T09:00:00+01:00";

async function prepare() {
  const customer = await insertCustomer(shop.id);
  const { products, groups } = await insertCatalogue(shop.id, {
    products: [{ title: "Tea", variants: [{ title: "50 g", price: "12.00", sku: "T-50" }] }],
    groups: [{ plans: [{ name: "Every month" }] }],
  });
  const [variantId = 0, planId = 0] = [products[0]?.variantIds[0], groups[0]?.planIds[0]];
  const least = {
    customerId: customer.id,
    billingPolicyInterval: "MONTH",
    billingPolicyIntervalCount: 1,
    nextBillingDate: NEXT,
    lines: [{ variantId }],
  };
  return { customer, variantId, planId, least };
}

const pointers = ({ body }: { body: { errors?: { pointer: string; code: string }[] } }) =>
  body.errors?.map(({ pointer, code }) => `${pointer} ${code}`);

test("the payment method may be named as our lists show it: the contract has the platform's own id", async () => {
  const { least, customer } = await prepare();
  const own = await insertPaymentMethod(shop.id, customer.id);
  const gid = `gid://platform/CustomerPaymentMethod/${own}`;
  for (const paymentMethodId of [gid, own]) {
    const { status, body } = await create({ ...least, paymentMethodId });
    expect([status, body.errors]).toEqual([201, undefined]);
    const [row] = await client`
      select payment_method_id, auto_charge from contracts
      where shop_id = ${shop.id} and subscription_contract_id = ${body.subscriptionContractId}`;
    expect(row).toEqual({ payment_method_id: own, auto_charge: true });
  }
  const other = await insertCustomer(shop.id);
  const theirs = await create({ ...least, customerId: other.id, paymentMethodId: gid });
  expect(pointers(theirs)).toEqual(["/paymentMethodId unknown"]);
});

test("attribute keys are trimmed, blank and repeated ones are refused, on lines and orders alike", async () => {
  const { least, variantId } = await prepare();
  const lines = (...keys: string[]) => [
    { variantId, customAttributes: keys.map((key) => ({ key, value: "v" })) },
  ];
  const wrong = { lines: lines(" ", "a", " a"), orderNoteAttributes: [{ key: "\u00a0", value: "v" }] };
  expect(pointers(await create({ ...least, ...wrong }))).toEqual([
    "/orderNoteAttributes/0/key too_small",
    "/lines/0/customAttributes/0/key too_small",
    "/lines/0/customAttributes/2/key duplicate_key",
  ]);
  const { body } = await create({
    ...least,
    lines: lines(" a "),
    orderNoteAttributes: [{ key: " gift", value: "" }],
  });
  const { orderNoteAttributes } = await readContractRow({ shopId: shop.id, id: body.id });
  expect(orderNoteAttributes).toEqual([{ key: "gift", value: "" }]);
});

test("words are taken in any case, but for the billing interval", async () => {
  const { least } = await prepare();
  const prepaid = {
    billingPolicyIntervalCount: 2,
    deliveryPolicyInterval: "month",
    deliveryPolicyIntervalCount: 1,
  };
  const { body } = await create({ ...least, ...prepaid, status: "paused", deliveryMethodType: "Pickup" });
  expect(body).toMatchObject({ status: "PAUSED", deliveryPolicyInterval: "MONTH" });
  expect(await readContractRow({ shopId: shop.id, id: body.id })).toMatchObject({
    deliveryMethodType: "PICKUP",
  });
  const refused = await create({ ...least, status: "gone", billingPolicyInterval: "month" });
  expect(pointers(refused)).toEqual(["/status invalid_value", "/billingPolicyInterval invalid_value"]);
  expect(refused.body.message).toContain(
    "billingPolicyInterval: Use one of DAY, WEEK, MONTH, YEAR, in upper case.",
  );
});

test("the least that makes a contract: a customer, how often, from when, and what", async () => {
  const { customer, variantId, least } = await prepare();
  const { status, body } = await create(least);
  expect(status).toBe(201);
  const record = contractRecord.strict().parse(body);
  expect(record).toMatchObject({
    status: "ACTIVE",
    customerId: customer.id,
    currencyCode: "USD",
    deliveryPolicyInterval: "MONTH",
    nextBillingDate: "2031-01-31T08:00:00.000Z",
    orderAmount: 12,
    autoCharge: false,
    subscriptionContractId: expect.any(Number),
  });
  expect(JSON.parse(record.contractDetailsJSON)).toMatchObject([
    { variantId, title: "Tea", variantTitle: "50 g", quantity: 1, currentPrice: 12 },
  ]);
  const listed = await requestList(shop.readKey);
  expect(listed.headers.get("X-Total-Count")).toBe("1");
  expect(await listed.json()).toEqual([body]);
  const contract = { shopId: shop.id, id: record.id };
  expect(await listPlan(contract)).toEqual([
    "QUEUED 2031-01-31T08:00",
    "QUEUED 2031-02-28T08:00",
    "QUEUED 2031-03-31T08:00",
  ]);
  const told = await listRecordedChanges(contract);
  expect(told.events).toMatchObject([{ type: "created", contractVersion: 1 }]);
  expect(told.activity).toMatchObject([{ action: "contract.created", actorType: "api_key" }]);
});

test("every field is stored; ids may be gids", async () => {
  const { customer, variantId, planId, least } = await prepare();
  const paymentMethodId = await insertPaymentMethod(shop.id, customer.id);
  const { status, body } = await create({
    ...least,
    customerId: `gid://platform/Customer/${customer.id}`,
    status: "PAUSED",
    billingPolicyIntervalCount: 6,
    deliveryPolicyInterval: "MONTH",
    deliveryPolicyIntervalCount: 2,
    minCycles: 2,
    maxCycles: 9,
    endsAt: "2040-01-01T00:00:00Z",
    deliveryPrice: "4.90",
    deliveryAddress: {
      firstName: "Ada",
      lastName: "Lovelace",
      address1: "Damrak 1",
      city: "Amsterdam",
      zip: "1012 LG",
      countryCode: "NL",
    },
    paymentMethodId,
    allowDeliveryPriceOverride: false,
    orderNote: "Ring",
    orderNoteAttributes: [{ key: "gift", value: "no" }],
    lines: [
      {
        variantId: `gid://platform/ProductVariant/${variantId}`,
        quantity: 3,
        currentPrice: 9.5,
        sellingPlanId: planId,
        customAttributes: [{ key: "Tin", value: "red" }],
      },
    ],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "PAUSED", orderAmount: 33.4, contractAmount: 28.5, autoCharge: true });
  const row = await readContractRow({ shopId: shop.id, id: body.id });
  expect(row).toMatchObject({
    planType: "PREPAID",
    deliveryMethodType: "SHIPPING",
    minCycles: 2,
    maxCycles: 9,
    paymentMethodId,
    allowDeliveryPriceOverride: false,
  });
  expect(row.deliveryAddress).toMatchObject({ country: "Netherlands", company: null });
  const [line] = await client`select * from contract_lines`;
  expect(line).toMatchObject({ base_price: "36.0000", selling_plan_name: "Every month", sku: "T-50" });
  expect(await listPlan({ shopId: shop.id, id: body.id })).toEqual([]);
});

test("without a price a line costs what its plan says, as one that is added later does; prepaid ones for all deliveries", async () => {
  const { least } = await prepare();
  const { products, groups } = await insertCatalogue(shop.id, {
    products: [{ variants: [{ price: "12.35" }] }],
    groups: [
      {
        plans: [
          {
            name: "Three at once",
            discountPercentage: "15",
            billingInterval: "MONTH",
            billingIntervalCount: 3,
            deliveryInterval: "MONTH",
            deliveryIntervalCount: 1,
          },
        ],
      },
    ],
  });
  const [variantId, sellingPlanId] = [products[0]?.variantIds[0], groups[0]?.planIds[0]];
  const frequency = {
    billingPolicyIntervalCount: 3,
    deliveryPolicyInterval: "MONTH",
    deliveryPolicyIntervalCount: 1,
  };
  const lines = [{ variantId, sellingPlanId }, { variantId }, { variantId, currentPrice: "30.00" }];
  const { body } = await create({ ...least, ...frequency, lines });
  const prices = await client`select current_price, base_price from contract_lines
    where contract_id = ${body.id} order by position`;
  expect(prices.map((line) => [line.current_price, line.base_price])).toEqual([
    ["31.4900", "37.0500"],
    ["37.0500", null],
    ["30.0000", "37.0500"],
  ]);
});

describe("what is wrong is named, all of it, and nothing is made", () => {
  test("in the body itself", async () => {
    const refused = await create({
      customerId: "abc",
      status: "CANCELLED",
      currencyCode: "XXX",
      billingPolicyInterval: "month",
      billingPolicyIntervalCount: 0,
      nextBillingDate: "2031-01-31",
      deliveryPrice: -1,
      colour: "red",
      lines: [{ variantId: 0, quantity: 1000, price: 3 }],
    });
    expect(refused.status).toBe(400);
    expect(
      pointers(refused)
        ?.map((text) => text.split(" ")[0])
        .sort(),
    ).toEqual(
      [
        "/billingPolicyInterval",
        "/billingPolicyIntervalCount",
        "/colour",
        "/currencyCode",
        "/customerId",
        "/deliveryPrice",
        "/lines/0/price",
        "/lines/0/quantity",
        "/lines/0/variantId",
        "/nextBillingDate",
        "/status",
      ].sort(),
    );
  });

  test("between its fields", async () => {
    const { least } = await prepare();
    const refused = await create({
      ...least,
      billingPolicyInterval: "YEAR",
      billingPolicyIntervalCount: 11,
      deliveryPolicyInterval: "WEEK",
      endsAt: "2030-01-01T00:00:00Z",
      minCycles: 3,
      maxCycles: 2,
      deliveryMethodType: "SHIPPING",
    });
    expect(pointers(refused)).toEqual([
      "/billingPolicyIntervalCount out_of_range",
      "/billingPolicyIntervalCount not_a_multiple",
      "/endsAt out_of_range",
      "/maxCycles out_of_range",
      "/deliveryAddress required",
    ]);
  });

  test("in what it refers to: another shop's customer, variant, plan and payment method are unknown", async () => {
    const other = await createTestShop();
    const stranger = await insertCustomer(other.id);
    const paymentMethodId = await insertPaymentMethod(other.id, stranger.id);
    const { products, groups } = await insertCatalogue(other.id, {
      products: [{}],
      groups: [{ plans: [{}] }],
    });
    const { least, variantId } = await prepare();
    const refused = await create({
      ...least,
      customerId: stranger.id,
      currencyCode: "JPY",
      nextBillingDate: "2020-01-01T00:00:00Z",
      deliveryPrice: "1.5",
      paymentMethodId,
      lines: [
        { variantId: products[0]?.variantIds[0], sellingPlanId: groups[0]?.planIds[0], currentPrice: "2.50" },
        { variantId },
      ],
    });
    expect(refused.status).toBe(400);
    expect(pointers(refused)).toEqual([
      "/customerId unknown",
      "/nextBillingDate out_of_range",
      "/paymentMethodId unknown",
      "/deliveryPrice too_many_decimals",
      "/lines/0/variantId unknown_variant",
      "/lines/0/sellingPlanId unknown_plan",
      "/lines/0/currentPrice too_many_decimals",
      "/lines/1/currentPrice currency_mismatch",
    ]);
    expect((await requestList(shop.readKey)).headers.get("X-Total-Count")).toBe("0");
  });

  test("in decimals of the currency, beside whatever else is wrong", async () => {
    const { least, variantId } = await prepare();
    const lines = [
      { variantId, quantity: 0, currentPrice: "2.505" },
      { variantId: "x", currentPrice: 2.5 },
    ];
    const wrong = async (more: object) =>
      pointers(await create({ ...least, deliveryPrice: 1.125, lines, ...more }));
    const others = ["/lines/0/quantity too_small", "/lines/1/variantId invalid_id"];
    expect(await wrong({})).toEqual([
      ...others,
      "/deliveryPrice too_many_decimals",
      "/lines/0/currentPrice too_many_decimals",
    ]);
    expect(await wrong({ currencyCode: "JPY" })).toEqual([
      ...others,
      "/deliveryPrice too_many_decimals",
      "/lines/0/currentPrice too_many_decimals",
      "/lines/1/currentPrice too_many_decimals",
    ]);
    expect(await wrong({ currencyCode: "KWD" })).toEqual(others);
    // The decimals of an unknown currency cannot be checked.
    expect(await wrong({ currencyCode: "XXY" })).toEqual(["/currencyCode invalid_value", ...others]);
    expect(await wrong({ lines: "x" })).toEqual(["/lines invalid_type", "/deliveryPrice too_many_decimals"]);
  });

  test("without a body, and with a key that may only read", async () => {
    const { least } = await prepare();
    expect((await create(undefined)).status).toBe(400);
    expect((await create(least, shop.readKey)).status).toBe(403);
  });
});

test("an order that could not be stored is refused, naming its lines", async () => {
  const { least, variantId } = await prepare();
  const lines = Array.from({ length: 11 }, () => ({ variantId, currentPrice: "999999.99", quantity: 999 }));
  const refused = await create({ ...least, lines });
  expect([refused.status, pointers(refused)]).toEqual([
    400,
    lines.map((_line, index) => `/lines/${index} out_of_range`),
  ]);
  expect((await create({ ...least, lines: lines.slice(1) })).status).toBe(201);
});
