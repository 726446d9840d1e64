import { describe, expect, test } from "vitest";
import { z } from "zod";
import { loader as readWrappedRoute } from "~/api/contract-raw";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { DAY_MS } from "~/lib/days";
import { insertCatalogue } from "../../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
} from "../../support/data/factories";
import { address, money, readRaw, showRaw } from "../../support/data/raw-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

function readWrapped(search: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = `http://localhost/api/external/v2/contract-raw-response${search}`;
  const request = new Request(url, { headers: { "X-API-Key": shop.readKey, ...headers } });
  return readWrappedRoute({ request, params: {}, context: {} });
}

test("a contract with as little as can be has null where nothing is", async () => {
  const customer = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
  const { raw } = await showRaw(shop, {
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
  test("a customer without a name is shown by the e-mail address", async () => {
    const nameless = { firstName: null, lastName: " " };
    const customer = await insertCustomer(shop.id, { ...nameless, email: "ada@example.com" });
    const unknown = await insertCustomer(shop.id, { ...nameless, email: null });
    const shown = async ({ id }: { id: number }) =>
      (await showRaw(shop, { customerId: id })).raw.customer.displayName;
    expect([await shown(customer), await shown(unknown)]).toEqual(["ada@example.com", ""]);
  });

  test("amounts have the currency's decimals", async () => {
    const { raw } = await showRaw(shop, { currencyCode: "JPY", lines: [{ currentPrice: "1200" }] });
    expect(raw.lines.nodes[0]?.lineDiscountedPrice).toEqual(money("1200", "JPY"));
    expect(raw.deliveryPrice).toEqual(money("0", "JPY"));
  });

  test("what is picked up has no address; a local delivery has", async () => {
    const pickup = await showRaw(shop, { deliveryMethodType: "PICKUP", deliveryAddress: address });
    expect(pickup.raw.deliveryMethod).toEqual({
      get__typename: "SubscriptionDeliveryMethodPickup",
      address: null,
    });
    const local = await showRaw(shop, { deliveryMethodType: "LOCAL_DELIVERY", deliveryAddress: address });
    expect(local.raw.deliveryMethod).toMatchObject({
      get__typename: "SubscriptionDeliveryMethodLocalDelivery",
      address: { city: "London" },
    });
  });

  test("deliveries that go with the billings share their anchors; the product's image stands in for the variant's", async () => {
    const { products } = await insertCatalogue(shop.id, {
      products: [{ imageUrl: "https://i.example/p.jpg" }],
    });
    const { raw } = await showRaw(shop, {
      billingAnchors: [{ day: 1, month: null, cutoffDay: null }],
      lines: [{ productId: products[0]?.id ?? null }],
    });
    expect(raw.deliveryPolicy.anchors).toEqual(raw.billingPolicy.anchors);
    expect(raw.lines.nodes[0]?.variantImage?.transformedSrc).toBe("https://i.example/p.jpg");
  });

  test("a payment method without data from the platform has no instrument, and keeps an id that is a gid", async () => {
    const customer = await insertCustomer(shop.id);
    const paymentMethodId = await insertPaymentMethod(shop.id, customer.id, {
      id: "gid://other/CustomerPaymentMethod/a1",
    });
    const { raw } = await showRaw(shop, { customerId: customer.id, paymentMethodId });
    expect(raw.customerPaymentMethod).toMatchObject({ id: paymentMethodId, instrument: null });
  });

  test("of many billing attempts the newest 20 are returned", async () => {
    const attempts = Array.from({ length: 25 }, (_, day) => ({
      billingDate: new Date(NOW.getTime() + day * DAY_MS),
      createdAt: new Date(NOW.getTime() + day * 1000),
    }));
    const { raw } = await showRaw(shop, { attempts });
    expect(raw.billingAttempts.nodes.map((node) => node.createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => `2026-03-02T12:00:${String(24 - index).padStart(2, "0")}Z`),
    );
    expect(Object.keys(raw.billingAttempts)).toEqual(["get__typename", "nodes"]);
  });
});

describe("the merchant's URLs", () => {
  test("both answer the same object, by number or gid", async () => {
    const { subscriptionContractId: id } = await insertContract(shop.id);
    const raw = await (await readRaw(shop, id)).json();
    const gid = `gid://platform/SubscriptionContract/${id}`;
    expect(await (await readRaw(shop, gid)).json()).toEqual(raw);
    expect(await (await readWrapped(`?contractId=${id}`)).json()).toEqual({ subscriptionContract: raw });
  });

  test("the wrapper has the ETag of the contract itself, and answers 304 to who has it", async () => {
    const { subscriptionContractId: id } = await insertContract(shop.id);
    const etag = (await readRaw(shop, id)).headers.get("etag");
    expect((await readWrapped(`?contractId=${id}`)).headers.get("etag")).toBe(etag);
    const known = await readWrapped(`?contractId=${id}`, { "If-None-Match": etag ?? "" });
    expect([known.status, await known.text()]).toEqual([304, ""]);
  });

  test("an unknown contract and another shop's get the same answer", async () => {
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const bodies = await Promise.all(
      [1, foreign.subscriptionContractId].map(async (id) => {
        const response = await readRaw(shop, id);
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
