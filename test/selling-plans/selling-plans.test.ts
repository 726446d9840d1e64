import { expect, test } from "vitest";
import {
  listAllSellingPlans,
  listSellingPlanGroups,
  readSellingPlanGroup,
} from "~/features/selling-plans/selling-plans.endpoints.server";
import { sellingPlansLoader } from "~/features/selling-plans/selling-plans-page.endpoints.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { sellingPlans } from "~db/schema/catalogue";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, signIn } from "../support/data/factories";
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

test("the admin's page has them by group with their products, and those of no group", async () => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async () =>
    (await ask(sellingPlansLoader, pageRequest("/admin/selling-plans", { cookie }))).data;
  expect(await read()).toEqual({ mayEdit: true, groups: [], ungrouped: [] });
  const { products } = await insertCatalogue(shop.id, {
    products: Array.from({ length: 22 }, (_, index) => ({ title: `Tea ${10 + index}` })),
  });
  await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        name: "Save",
        productIds: products.map(({ id }) => id),
        plans: [
          {
            id: 5,
            name: "Monthly",
            billingInterval: "MONTH",
            billingIntervalCount: 2,
            discountPercentage: "12.5",
          },
        ],
      },
    ],
  });
  await db.insert(sellingPlans).values({ shopId: shop.id, id: 99, name: "Imported" });
  const nothing = { billed: null, delivered: null, discount: null };
  expect(await read()).toEqual({
    mayEdit: true,
    groups: [
      {
        id: expect.any(Number),
        name: "Save",
        plans: [{ id: 5, name: "Monthly", billed: "Every 2 months", delivered: null, discount: "12.5%" }],
        products: Array.from({ length: 20 }, (_, index) => `Tea ${10 + index}`),
        moreProducts: 2,
      },
    ],
    ungrouped: [{ id: 99, name: "Imported", ...nothing }],
  });
});
