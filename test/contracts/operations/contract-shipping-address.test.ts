import { beforeEach, describe, expect, test } from "vitest";
import { updateShippingAddress } from "~/features/contracts/operations/terms/shipping-address.server";
import { db } from "~db/client.server";
import { events } from "~db/schema/events";
import { ADDRESS, idOf, namesOf, send } from "../../support/calls/contract-calls";
import { readActivity } from "../../support/data/contract-plan";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("shipping address", () => {
  test("a customer's new address is in the answer, and in the history with the address before", async () => {
    const contract = await insertContract(shop.id, {
      deliveryAddress: {
        ...ADDRESS,
        city: "Utrecht",
        company: "ACME",
        address2: null,
        province: null,
        provinceCode: null,
        country: "Netherlands",
        phone: null,
      },
    });
    const answer = await send(shop, updateShippingAddress, idOf(contract), {
      body: { ...ADDRESS, provinceCode: "NL-NH" },
      by: contract.customerId,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.deliveryMethod?.address).toEqual({
      ...ADDRESS,
      company: null,
      address2: null,
      phone: null,
      country: "Netherlands",
      provinceCode: "NH",
      province: "Noord-Holland",
    });
    expect(await readActivity(contract)).toMatchObject([
      {
        actorType: "customer",
        actorName: "Ada Lovelace",
        action: "contract.address_changed",
        before: { deliveryAddress: { city: "Utrecht", company: "ACME" } },
        after: { deliveryAddress: { city: "Amsterdam", company: null } },
      },
    ]);
    expect(await db.select().from(events)).toMatchObject([
      { type: "updated", contractId: contract.id, changedFields: ["deliveryAddress"] },
    ]);
  });

  test("the address the contract has already changes nothing", async () => {
    const contract = await insertContract(shop.id);
    const first = await send(shop, updateShippingAddress, idOf(contract), { body: ADDRESS });
    const { body: again } = await send(shop, updateShippingAddress, idOf(contract), { body: ADDRESS });
    expect(again).toEqual(first.body);
    expect(await readActivity(contract)).toHaveLength(1);
  });

  test("every missing field and a missing contract are named in one answer", async () => {
    const { status, ...answer } = await send(
      shop,
      updateShippingAddress,
      {},
      { body: { countryCode: "US" } },
    );
    expect(status).toBe(400);
    expect(namesOf({ status, ...answer })).toEqual([
      "/address1",
      "/city",
      "/firstName",
      "/lastName",
      "/provinceCode",
      "/zip",
      "contractId",
    ]);
  });

  test.each([
    [{ deliveryMethodType: "PICKUP" }, 409],
    [{ deliveryMethodType: "LOCAL_DELIVERY" }, 409],
    [{ deliveryMethodType: "NONE" }, 409],
    [{ status: "CANCELLED" }, 409],
    [{ status: "EXPIRED" }, 409],
    [{ status: "PAUSED" }, 200],
    [{ status: "FAILED" }, 200],
  ] as const)("a contract with %j is answered %i", async (overrides: ContractOverrides, expected) => {
    const contract = await insertContract(shop.id, overrides);
    const { status, body } = await send(shop, updateShippingAddress, idOf(contract), { body: ADDRESS });
    expect([status, body.code]).toEqual([expected, expected === 409 ? "conflict" : undefined]);
  });
});
