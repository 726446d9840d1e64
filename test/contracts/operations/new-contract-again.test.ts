import { describe, expect, test } from "vitest";
import { createSubscriptionContract } from "~/features/contracts/create/new-contract.endpoints.server";
import { db } from "~db/client.server";
import { countRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { idempotencyKeys } from "~db/schema/idempotency-keys";
import { askJson, ORIGIN, sendJson } from "../../support/calls/json-endpoints";
import { insertCatalogue } from "../../support/data/catalogue";
import { createTestShop, insertCustomer, type TestShop } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

async function prepare(of: TestShop = shop) {
  const { id: customerId } = await insertCustomer(of.id);
  const { products } = await insertCatalogue(of.id);
  const lines = [{ variantId: products[0]?.variantIds[0] }];
  return { customerId, nextBillingDate: "2031-01-31T09:00:00Z", lines };
}
const MONTHLY = { billingPolicyInterval: "MONTH", billingPolicyIntervalCount: 1 };

async function create(body: unknown, key?: string, by: TestShop = shop) {
  const response = await askJson(createSubscriptionContract, "/x", {
    method: "POST",
    ...sendJson(body),
    headers: { ...sendJson(body).headers, "X-API-Key": by.writeKey, ...(key && { "Idempotency-Key": key }) },
  });
  return { status: response.status, body: await response.json(), location: response.headers.get("Location") };
}
const countContracts = () => countRows(db, contracts, { shopId: shop.id });
const pointers = ({ body }: { body: { errors?: { pointer: string; code: string }[] } }) =>
  body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort();

describe("create-subscription-contract", () => {
  test("says where the contract is", async () => {
    const { status, body, location } = await create({ ...(await prepare()), ...MONTHLY });
    expect(status).toBe(201);
    const at = "/api/external/v2/subscription-contracts/contract-external";
    expect(location).toBe(`${ORIGIN}${at}/${body.subscriptionContractId}`);
  });

  test("takes the frequency and the address by their flat names", async () => {
    const { status, body } = await create({
      ...(await prepare()),
      billingIntervalType: "MONTH",
      billingIntervalCount: 2,
      deliveryIntervalType: "month",
      deliveryIntervalCount: 1,
      deliveryFirstName: "Ada",
      deliveryLastName: "Lovelace",
      deliveryAddress1: "Museumstraat 1",
      deliveryCity: "Amsterdam",
      deliveryZip: "1071 XX",
      deliveryCountryCode: "NL",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      billingPolicyInterval: "MONTH",
      billingPolicyIntervalCount: 2,
      deliveryPolicyInterval: "MONTH",
      deliveryPolicyIntervalCount: 1,
    });
    const [row] = await db.select().from(contracts);
    expect(row).toMatchObject({
      deliveryMethodType: "SHIPPING",
      deliveryAddress: { firstName: "Ada", city: "Amsterdam", country: "Netherlands", zip: "1071 XX" },
    });
  });

  test("names what is wrong by the names that were sent, all at once", async () => {
    const wanted = await prepare();
    expect(
      pointers(
        await create({
          ...wanted,
          billingIntervalType: "month",
          billingIntervalCount: 0,
          deliveryFirstName: "Ada",
          deliveryCountryCode: "XX",
          deliveryPlanet: "Mars",
        }),
      ),
    ).toEqual([
      "/billingIntervalCount too_small",
      "/billingIntervalType invalid_value",
      "/deliveryAddress1 required",
      "/deliveryCity required",
      "/deliveryCountryCode invalid_country",
      "/deliveryLastName required",
      "/deliveryPlanet unknown_field",
    ]);
    expect(pointers(await create({ ...wanted, ...MONTHLY, billingIntervalCount: 1 }))).toEqual([
      "/billingIntervalCount given_twice",
    ]);
    expect(pointers(await create({ ...wanted, billingIntervalType: "MONTH" }))).toEqual([
      "/billingPolicyIntervalCount invalid_type",
    ]);
    expect(await countContracts()).toBe(0);
  });
});

describe("an Idempotency-Key", () => {
  test("makes a contract once, however often the call is sent, and also at once", async () => {
    const wanted = { ...(await prepare()), ...MONTHLY };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(wanted, "order-1")));
    const later = await create(wanted, "order-1");
    for (const { status, body, location } of [...answers, later]) {
      expect(status).toBe(201);
      expect(body.subscriptionContractId).toBe(answers[0]?.body.subscriptionContractId);
      expect(location).toBe(answers[0]?.location);
    }
    expect(await countContracts()).toBe(1);
    expect((await create(wanted, "order-2")).body.id).not.toBe(later.body.id);
    await create(wanted);
    expect(await countContracts()).toBe(3);
  });

  test("with another call it is refused, in another shop it is another key, and after a refusal it is free", async () => {
    const wanted = { ...(await prepare()), ...MONTHLY };
    expect((await create({ ...wanted, lines: [{ variantId: 1 }] }, "order-1")).status).toBe(400);
    expect((await create(wanted, "order-1")).status).toBe(201);
    const other = await create({ ...wanted, billingPolicyIntervalCount: 2 }, "order-1");
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    const neighbour = await createTestShop();
    expect((await create({ ...(await prepare(neighbour)), ...MONTHLY }, "order-1", neighbour)).status).toBe(
      201,
    );
    expect(await countContracts()).toBe(1);
    const tooLong = await create(wanted, "x".repeat(256));
    expect([tooLong.status, tooLong.body.errors[0].parameter]).toEqual([400, "Idempotency-Key"]);
  });

  test("is forgotten after 30 days", async () => {
    const wanted = { ...(await prepare()), ...MONTHLY };
    await create(wanted, "old");
    await db.update(idempotencyKeys).set({ createdAt: new Date(Date.now() - 31 * 86_400_000) });
    await create(wanted, "new");
    expect((await db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(["new"]);
  });
});
