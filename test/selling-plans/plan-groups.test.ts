import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addBundle } from "~/features/bundles/configure/bundles.service.server";
import {
  newPlanGroupAction,
  planGroupAction,
  planGroupLoader,
} from "~/features/selling-plans/plan-group-pages.endpoints.server";
import {
  createSellingPlanGroup,
  deleteSellingPlanGroup,
  updateSellingPlanGroup,
} from "~/features/selling-plans/plan-groups.endpoints.server";
import { readSellingPlanGroup } from "~/features/selling-plans/selling-plans.endpoints.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { products as productRows } from "~db/schema/catalogue";
import { askJson } from "../support/calls/json-endpoints";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { bundleDraft, bundleProduct, insertTestBundle } from "../support/data/bundles";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertStaff,
  NOW,
  signIn,
  testAudit,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks } from "../support/setup/database";

const shop = shopOfEachTest();
const PAGE = "/admin/selling-plans";
const monthly = { name: "Monthly", interval: "MONTH", intervalCount: 1, discountPercentage: 10 };

async function call(
  endpoint: Endpoint,
  { id, body, ifMatch }: { id?: number; body?: unknown; ifMatch?: string } = {},
) {
  const response = await askJson(endpoint, "/api/external/v2/subscription-groups", {
    method: endpoint.method,
    key: shop.writeKey,
    ...(id !== undefined && { params: { id: String(id) } }),
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json", ...(ifMatch && { "If-Match": ifMatch }) },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const codesOf = ({ body }: Awaited<ReturnType<typeof call>>): string[] =>
  body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);

test("a group is made, changed and deleted; a plan that contracts have stays, and they keep what they have", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{}, {}] });
  const [coffee = 0, tea = 0] = products.map(({ id }) => id);
  const twoPrices = { ...monthly, name: "First cheap", discountCycles: 3, laterDiscountPercentage: 2.5 };
  const made = await call(createSellingPlanGroup, {
    body: { name: "Save", productIds: [coffee], sellingPlans: [monthly, twoPrices] },
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: "Save",
      productIds: [coffee],
      sellingPlans: [
        { name: "First cheap", discountCycles: 3, laterDiscountPercentage: 2.5 },
        { name: "Monthly", interval: "MONTH", deliveryInterval: "MONTH", discountPercentage: 10 },
      ],
    },
  });
  const { id, sellingPlans } = made.body;
  expect(made.headers.get("Location")).toMatch(new RegExp(`/subscription-groups/${id}$`));
  const [cheap, plain] = sellingPlans;
  await insertContract(shop.id, { lines: [{ sellingPlanId: plain.id, sellingPlanName: "Monthly" }] });

  const without = { name: "Save", sellingPlans: [{ ...twoPrices, id: cheap.id }] };
  const refused = await call(updateSellingPlanGroup, { id, body: without });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("“Monthly” by 1 contract") },
  });
  expect(await call(deleteSellingPlanGroup, { id })).toMatchObject({ status: 409 });

  const changed = await call(updateSellingPlanGroup, {
    id,
    body: {
      name: "Save more",
      productIds: [tea],
      sellingPlans: [
        { ...monthly, id: plain.id, intervalCount: 2, deliveryInterval: "MONTH", deliveryIntervalCount: 1 },
      ],
    },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      name: "Save more",
      productIds: [tea],
      sellingPlans: [{ id: plain.id, intervalCount: 2, deliveryIntervalCount: 1 }],
    },
  });
  const unused = await call(createSellingPlanGroup, { body: { name: "Unused", sellingPlans: [monthly] } });
  expect(await call(deleteSellingPlanGroup, { id: unused.body.id })).toMatchObject({ status: 200 });
  expect(await call(readSellingPlanGroup, { id: unused.body.id })).toMatchObject({ status: 404 });
});

test("every error is named at once, and what another shop has is unknown", async () => {
  const other = await createTestShop();
  const theirs = await insertCatalogue(other.id, { groups: [{ plans: [{ name: "Theirs" }] }] });
  const [group] = theirs.groups;
  expect(
    codesOf(
      await call(createSellingPlanGroup, {
        body: {
          name: " ",
          productIds: ["x"],
          sellingPlans: [
            { ...monthly, intervalCount: 500 },
            { ...monthly, deliveryInterval: "WEEK", deliveryIntervalCount: 1 },
            { ...monthly, deliveryInterval: "MONTH", discountPercentage: 101, price: 3 },
            { ...monthly, laterDiscountPercentage: 5 },
          ],
        },
      }),
    ),
  ).toEqual([
    "/name too_small",
    "/productIds/0 invalid_type",
    "/sellingPlans/0/intervalCount out_of_range",
    "/sellingPlans/1/deliveryIntervalCount not_a_multiple",
    "/sellingPlans/2/discountPercentage too_big",
    "/sellingPlans/2/price unknown_field",
    "/sellingPlans/2/deliveryIntervalCount missing",
    "/sellingPlans/3/discountCycles missing",
  ]);
  expect(
    codesOf(
      await call(createSellingPlanGroup, {
        body: {
          name: "Mine",
          productIds: [theirs.products[0]?.id],
          sellingPlans: [{ ...monthly, id: group?.planIds[0] }],
        },
      }),
    ),
  ).toEqual(["/productIds/0 unknown_product", "/sellingPlans/0/id unknown_plan"]);
  for (const endpoint of [readSellingPlanGroup, deleteSellingPlanGroup])
    expect(await call(endpoint, { id: group?.id ?? 0 })).toMatchObject({ status: 404 });
});

/** Initial values of a group's form. */
async function readPage(cookie: string, id: number): Promise<{ values: Record<string, string> }> {
  const { data } = await ask(planGroupLoader, pageRequest(`${PAGE}/${id}`, { cookie }), {
    groupId: String(id),
  });
  return data as { values: Record<string, string> };
}

test("a form based on older plans or products is refused; so is one of two sent at once", async () => {
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const { products } = await insertCatalogue(shop.id, { products: [{}] });
  const made = await call(createSellingPlanGroup, { body: { name: "Seen", sellingPlans: [monthly] } });
  const { id, sellingPlans } = made.body;
  const params = { groupId: String(id) };
  const save = async (form: Record<string, string>) => {
    const answer = await ask(
      planGroupAction,
      pageRequest(`${PAGE}/${id}?intent=save`, { cookie, form }),
      params,
    );
    return answer.problem?.code ?? answer.status;
  };
  const { values: seen } = await readPage(cookie, id);
  const plan = { ...monthly, id: sellingPlans[0].id };
  const changeTo = (body: object) =>
    call(updateSellingPlanGroup, { id, body: { name: "Seen", sellingPlans: [plan], ...body } });
  await changeTo({ productIds: [products[0]?.id] });
  expect(await save({ ...seen, name: "Mine" })).toBe("stale_version");
  await changeTo({ productIds: [] });
  await changeTo({ sellingPlans: [{ ...plan, discountPercentage: 11 }] });
  expect(await save({ ...seen, name: "Mine" })).toBe("stale_version");
  const { version: _, ...unaware } = seen;
  expect(await save({ ...unaware, name: "Mine" })).toBe("invalid_request");
  expect((await call(readSellingPlanGroup, { id })).body).toMatchObject({ name: "Seen" });
  const { values: now } = await readPage(cookie, id);
  const both = await Promise.all([save({ ...now, name: "One" }), save({ ...now, name: "Two" })]);
  expect(both.sort()).toEqual([303, "stale_version"]);
});

test("staff make and change a group by a form; an error stands at its field", async () => {
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const post = (action: typeof planGroupAction, at: string, form: Record<string, string>, id?: number) =>
    ask(action, pageRequest(`${PAGE}${at}`, { cookie, form }), id ? { groupId: String(id) } : {});
  const row = { plan0_name: "Weekly", plan0_interval: "WEEK", plan0_intervalCount: "1", plan0_discount: "5" };
  const form = { name: "Save", rows: "2", coverage: "ALL", ...row };
  const wrong = await post(newPlanGroupAction, "/new?intent=create", {
    ...form,
    plan1_name: "Bad",
    plan1_interval: "DAY",
  });
  expect(namesOf(wrong.problem)).toEqual(["/plan1_intervalCount"]);
  const made = await post(newPlanGroupAction, "/new?intent=create", form);
  expect(made.status).toBe(303);
  const id = Number(/\/(\d+)\?/.exec(made.headers.get("Location") ?? "")?.[1]);
  const read = () => readPage(cookie, id);
  expect(await read()).toMatchObject({
    name: "Save",
    values: { plan0_name: "Weekly", rows: "3", coverage: "ALL" },
  });
  const { body } = await call(readSellingPlanGroup, { id });
  const planId = String(body.sellingPlans[0].id);
  const { version = "" } = (await read()).values;
  const yearly = {
    ...form,
    version,
    rows: "3",
    plan0_id: planId,
    plan0_remove: "on",
    plan1_name: "Yearly",
    plan1_interval: "YEAR",
    plan1_intervalCount: "1",
  };
  expect((await post(planGroupAction, "?intent=save", yearly, id)).status).toBe(303);
  expect((await call(readSellingPlanGroup, { id })).body.sellingPlans).toMatchObject([{ name: "Yearly" }]);
  expect((await post(planGroupAction, "?intent=delete", {}, id)).headers.get("Location")).toBe(
    `${PAGE}?done=deleted`,
  );
});

/** A frequency of a bundle that is sold by this plan, which is `monthly`. */
const soldBy = (sellingPlanId: number) => ({
  interval: "MONTH" as const,
  intervalCount: 1,
  name: "",
  discount: "10",
  sellingPlanId,
});

test("a plan that a bundle sells by stays, whether the bundle lists it or only a frequency names it", async () => {
  const made = await call(createSellingPlanGroup, { body: { name: "Save", sellingPlans: [monthly] } });
  const { id, sellingPlans } = made.body;
  const frequencies = [soldBy(sellingPlans[0].id)];
  const { id: bundleId } = await insertTestBundle(shop.id, { frequencies, sellingPlanIds: [] });
  expect(await call(deleteSellingPlanGroup, { id })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("“Monthly” by 1 bundle") },
  });
  await db.delete(bundles).where(eq(bundles.id, bundleId));
  expect(await call(deleteSellingPlanGroup, { id })).toMatchObject({ status: 200 });
});

test("a plan that is deleted waits for a bundle that is being saved with it", async () => {
  const made = await call(createSellingPlanGroup, { body: { name: "Save", sellingPlans: [monthly] } });
  const { id, sellingPlans } = made.body;
  const frequencies = [soldBy(sellingPlans[0].id)];
  const { deletion } = await db.transaction(async (tx) => {
    await addBundle(tx, shop.id, { bundle: bundleDraft({ frequencies }), handle: null }, testAudit());
    const deletion = call(deleteSellingPlanGroup, { id });
    await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    return { deletion };
  });
  expect(await deletion).toMatchObject({ status: 409 });
});

test("only these products, with none chosen, is an error: it would be all of them", async () => {
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const form = { name: "Save", rows: "1", coverage: "PRODUCTS", productIds: "" };
  const row = { plan0_name: "Weekly", plan0_interval: "WEEK", plan0_intervalCount: "1" };
  const answer = await ask(
    newPlanGroupAction,
    pageRequest(`${PAGE}/new?intent=create`, { cookie, form: { ...form, ...row } }),
  );
  expect(answer.problem?.errors).toMatchObject([
    { pointer: "/productIds", detail: "Choose at least one product." },
  ]);
  const both = await ask(
    newPlanGroupAction,
    pageRequest(`${PAGE}/new?intent=create`, { cookie, form: { ...form, ...row, name: " " } }),
  );
  expect(namesOf(both.problem)).toEqual(["/name", "/productIds"]);
});

test("what was read can be sent back as it is, and changes nothing", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{}] });
  const productIds = products.map((product) => product.id);
  const later = { name: "Later", deliveryInterval: "WEEK", deliveryIntervalCount: 2 };
  const prices = { discountPercentage: 20, discountCycles: 3, laterDiscountPercentage: 5 };
  const prepaid = { ...later, ...prices, interval: "WEEK", intervalCount: 4 };
  const made = await call(createSellingPlanGroup, {
    body: { name: "Club", productIds, sellingPlans: [monthly, prepaid] },
  });
  const { id } = made.body;
  const read = await call(readSellingPlanGroup, { id });
  const ifMatch = read.headers.get("ETag") ?? "";
  const written = await call(updateSellingPlanGroup, { id, body: read.body, ifMatch });
  expect(written).toMatchObject({ status: 200, body: read.body });
  expect(written.headers.get("ETag")).toBe(ifMatch);
});

test("names of fields that a group does not have are refused, misspelt ones above all", async () => {
  const refused = await call(createSellingPlanGroup, {
    body: { name: "Club", productIDs: [], sellingPlans: [{ ...monthly, discountPercent: 5 }] },
  });
  expect(refused.status).toBe(400);
  expect(codesOf(refused).sort()).toEqual([
    "/productIDs unknown_field",
    "/sellingPlans/0/discountPercent unknown_field",
  ]);
});

test("a group keeps a product that was deleted since, so what was read can be written; no other gets it", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{}] });
  const productIds = products.map((product) => product.id);
  const made = await call(createSellingPlanGroup, {
    body: { name: "Club", productIds, sellingPlans: [monthly] },
  });
  await db
    .update(productRows)
    .set({ deletedAt: NOW })
    .where(eq(productRows.id, productIds[0] ?? 0));
  const { id, sellingPlans } = made.body;
  const body = { name: "Club price", productIds, sellingPlans: [{ ...monthly, id: sellingPlans[0].id }] };
  expect(await call(updateSellingPlanGroup, { id, body })).toMatchObject({
    status: 200,
    body: { name: "Club price", productIds },
  });
  const another = await call(createSellingPlanGroup, {
    body: { name: "Other", productIds, sellingPlans: [monthly] },
  });
  expect(codesOf(another)).toEqual(["/productIds/0 unknown_product"]);
});

test("a group that names products keeps those of the open bundles that are sold by its plans", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{}, {}, {}] });
  const [coffee, tea, mug] = products.map(({ id, variantIds }) => ({ id, variantId: variantIds[0] ?? 0 }));
  if (!coffee || !tea || !mug) throw new Error("no products");
  const made = await call(createSellingPlanGroup, {
    body: { name: "Save", productIds: [coffee.id], sellingPlans: [monthly] },
  });
  const { id, sellingPlans } = made.body;
  const frequencies = [soldBy(sellingPlans[0].id)];
  const inBox = (product: typeof tea) => ({
    frequencies,
    products: [bundleProduct(product.id, product.variantId)],
  });
  await insertTestBundle(shop.id, inBox(tea));
  await insertTestBundle(shop.id, { ...inBox(mug), subscriptionBundlingEnabled: false });
  const save = (productIds: number[]) =>
    call(updateSellingPlanGroup, {
      id,
      body: { name: "Save", productIds, sellingPlans: [{ ...monthly, id: sellingPlans[0].id }] },
    });
  expect((await save([coffee.id])).body.productIds).toEqual([coffee.id, tea.id]);
  expect((await save([])).body.productIds).toEqual([]);
});
