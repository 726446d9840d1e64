import { expect, test } from "vitest";
import {
  listAllSellingPlans,
  listSellingPlanGroups,
  readSellingPlanGroup,
} from "~/features/catalogue/selling-plans/selling-plans.endpoints.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { sellingPlans } from "~db/schema/catalogue";
import { askJson } from "../support/calls/json-endpoints";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

async function get(endpoint: Endpoint, id?: number | string) {
  const response = await askJson(endpoint, "/x", {
    key: shop.readKey,
    ...(id !== undefined && { params: { id: String(id) } }),
  });
  const body = await response.json();
  if (response.ok) expect(endpoint.response?.parse(body)).toEqual(body);
  return { status: response.status, body };
}

test("groups with their products and plans, and all plans, those of no group last", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{}, {}] });
  const productIds = products.map(({ id }) => id);
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        name: "Save",
        productIds,
        plans: [
          {
            name: "Monthly",
            billingInterval: "MONTH",
            billingIntervalCount: 1,
            deliveryInterval: "MONTH",
            deliveryIntervalCount: 1,
            discountPercentage: "12.5",
          },
          { name: "Early" },
        ],
      },
      { name: "empty" },
    ],
  });
  await db.insert(sellingPlans).values({ shopId: shop.id, id: 99, name: "Imported" });
  await insertCatalogue((await createTestShop()).id, {
    products: [],
    groups: [{ name: "Foreign", plans: [{ name: "Foreign" }] }],
  });
  const { body } = await get(listSellingPlanGroups);
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["empty", "Save"]);
  const saved = body[1];
  expect(saved).toMatchObject({ id: groups[0]?.id, productIds: productIds.toSorted((a, b) => a - b) });
  expect(saved.sellingPlans).toMatchObject([
    { name: "Early", interval: null, discountPercentage: null },
    {
      name: "Monthly",
      groupId: groups[0]?.id,
      groupName: "Save",
      interval: "MONTH",
      intervalCount: 1,
      discountPercentage: 12.5,
    },
  ]);
  expect((await get(readSellingPlanGroup, `gid://platform/SellingPlanGroup/${groups[0]?.id}`)).body).toEqual(
    saved,
  );
  const plans = (await get(listAllSellingPlans)).body;
  expect(plans.map(({ name }: { name: string }) => name)).toEqual(["Early", "Monthly", "Imported"]);
  expect(plans[2]).toMatchObject({ id: 99, groupId: null, groupName: null });
});

test("another shop's group is answered as an unknown one", async () => {
  const other = await insertCatalogue((await createTestShop()).id, { products: [], groups: [{}] });
  const [unknown, foreign] = [
    await get(readSellingPlanGroup, 1),
    await get(readSellingPlanGroup, other.groups[0]?.id),
  ];
  expect([unknown.status, foreign.status]).toEqual([404, 404]);
  expect(foreign.body.detail).toBe(unknown.body.detail);
  expect((await get(readSellingPlanGroup, "x")).status).toBe(400);
});
