import { describe, expect, test } from "vitest";
import { createSubscriptionContract } from "~/features/contracts/create/new-contract.endpoints.server";
import { db } from "~db/client.server";
import { countRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { askJson, ORIGIN, sendJson } from "../../support/calls/json-endpoints";
import { insertCatalogue } from "../../support/data/catalogue";
import { insertCustomer } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

async function prepare() {
  const { id: customerId } = await insertCustomer(shop.id);
  const { products } = await insertCatalogue(shop.id);
  const lines = [{ variantId: products[0]?.variantIds[0] }];
  return { customerId, nextBillingDate: "2031-01-31T09:00:00Z", lines };
}
const MONTHLY = { billingPolicyInterval: "MONTH", billingPolicyIntervalCount: 1 };

async function create(body: unknown) {
  const response = await askJson(createSubscriptionContract, "/x", {
    method: "POST",
    ...sendJson(body),
    headers: { ...sendJson(body).headers, "X-API-Key": shop.writeKey },
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
