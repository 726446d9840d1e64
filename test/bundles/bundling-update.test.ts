import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { updateBundling } from "~/features/bundles/api/bundles-api.endpoints.server";
import type { BundlingRecord } from "~/features/bundles/api/bundling-record";
import { findBundle, listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { bundleProducts, bundles } from "~db/schema/bundles";
import { products, sellingPlanGroupProducts } from "~db/schema/catalogue";
import { inTransaction } from "~db/transaction.server";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { namesOf } from "../support/calls/pages";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../support/data/bundles";
import { createTestShop, NOW, type TestShop } from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks, resetDatabase } from "../support/setup/database";

type Priced = { productId: number; variantId: number };
let shop: TestShop;
let source: Priced;
let extra: Priced;
let more: Priced;
let bundle: { id: number; handle: string };
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  [source, extra, more] = (await insertPricedProducts(shop.id, ["10", "4", "6"])) as [Priced, Priced, Priced];
  bundle = await insertTestBundle(shop.id, { products: [bundleProduct(source.productId, source.variantId)] });
});

const send = (body: unknown, key = shop.writeKey) =>
  askJson(updateBundling, "/api/external/v2/subscription-bundling/update", {
    method: "PUT",
    key,
    ...sendJson(body),
  });
const entry = (lists: object, sourceProductId: unknown = source.productId, babHandle = bundle.handle) => ({
  babHandle,
  sourceProducts: [{ sourceProductId, ...lists }],
});
const refuse = async (body: unknown, status = 400) => {
  const response = await send(body);
  expect(response.status).toBe(status);
  return (await response.json()) as ProblemBody;
};
const readChoices = async (id = bundle.id) =>
  (await listBundleProducts(db, shop.id, [id])).map(({ subProductIds, subVariantIds }) => ({
    subProductIds,
    subVariantIds,
  }));

test("adds and removes what is selectable, answers the record with both sets of names, and records it", async () => {
  const response = await send([
    entry({
      addSubProductIds: [extra.productId, `gid://platform/Product/${more.productId}`],
      addSubVariantIds: [extra.variantId],
    }),
    entry({ deleteSubProductIds: [extra.productId] }),
  ]);
  const record = (await response.json()) as BundlingRecord;
  expect(response.status).toBe(200);
  expect(await readChoices()).toEqual([
    { subProductIds: [more.productId], subVariantIds: [extra.variantId] },
  ]);
  expect(record).toMatchObject({
    shop: shop.shop.storeDomain,
    id: bundle.id,
    name: "Breakfast box",
    bundleName: "Breakfast box",
    bundleHandle: bundle.handle,
    active: true,
    subscriptionBundlingEnabled: true,
    tieredDiscount: "[]",
    sellingPlanIds: "",
    frequency: "MONTH",
    frequencyCount: 1,
    products: [{ variantId: source.variantId, productTitle: `Product ${source.productId}`, quantity: 1 }],
  });
  expect(record.token).toBe(record.uniqueRef);
  const [activity, ...others] = await listActivity(shop.id, null, { size: 5 });
  expect(activity).toMatchObject({
    actorType: "api_key",
    action: "bundle.choices_changed",
    before: { bundle: bundle.handle, [source.productId]: { subProductIds: [], subVariantIds: [] } },
  });
  expect(others.filter(({ action }) => action === "bundle.choices_changed")).toEqual([]);
  expect((await findBundle(shop.id, bundle.id))?.version).toBe(2);
});

test("adding what is there and deleting what is not changes nothing and leaves no trace", async () => {
  await send([entry({ addSubProductIds: [extra.productId] })]);
  const before = await findBundle(shop.id, bundle.id);
  const response = await send([
    entry({
      addSubProductIds: [extra.productId, extra.productId],
      deleteSubVariantIds: [12345],
      deleteSubProductIds: [],
    }),
  ]);
  expect(response.status).toBe(200);
  expect(await findBundle(shop.id, bundle.id)).toEqual(before);
  const activity = await listActivity(shop.id, null);
  expect(activity.filter(({ action }) => action === "bundle.choices_changed")).toHaveLength(1);
});

test("a list that is empty or null changes nothing, and no source product at all is refused", async () => {
  const before = await findBundle(shop.id, bundle.id);
  const lists = {
    addSubProductIds: [],
    addSubVariantIds: null,
    deleteSubProductIds: null,
    deleteSubVariantIds: [],
  };
  const response = await send([entry(lists)]);
  expect([response.status, await readChoices()]).toEqual([200, [{ subProductIds: [], subVariantIds: [] }]]);
  expect(await findBundle(shop.id, bundle.id)).toEqual(before);
  const problem = await refuse([{ babHandle: bundle.handle, sourceProducts: [] }]);
  expect(problem.message).toBe("0/sourceProducts: Give at least one source product.");
});

test("several bundles change together, and the last one is answered", async () => {
  const second = await insertTestBundle(shop.id, {
    products: [bundleProduct(more.productId, more.variantId)],
  });
  const response = await send([
    entry({ addSubProductIds: [extra.productId] }),
    entry({ addSubVariantIds: [extra.variantId] }, more.productId, second.handle),
  ]);
  expect(((await response.json()) as BundlingRecord).bundleHandle).toBe(second.handle);
  expect(await readChoices()).toEqual([{ subProductIds: [extra.productId], subVariantIds: [] }]);
  expect(await readChoices(second.id)).toEqual([{ subProductIds: [], subVariantIds: [extra.variantId] }]);
  const activity = await listActivity(shop.id, null);
  expect(activity.filter(({ action }) => action === "bundle.choices_changed")).toHaveLength(2);
});

test("every offender is listed with its place, and nothing of the call is done", async () => {
  await db
    .update(products)
    .set({ deletedAt: NOW })
    .where(and(eq(products.shopId, shop.id), eq(products.id, more.productId)));
  const other = await createTestShop();
  const [foreign] = await insertPricedProducts(other.id, ["1"]);
  const problem = await refuse([
    entry({
      addSubProductIds: [extra.productId, 999, more.productId],
      addSubVariantIds: [foreign?.variantId],
    }),
    entry({ addSubProductIds: [extra.productId] }, extra.productId),
    entry({}, source.productId, "no-such-bundle"),
  ]);
  expect(namesOf(problem).sort()).toEqual([
    "/0/sourceProducts/0/addSubProductIds/1",
    "/0/sourceProducts/0/addSubProductIds/2",
    "/0/sourceProducts/0/addSubVariantIds/0",
    "/1/sourceProducts/0/sourceProductId",
    "/2/babHandle",
  ]);
  expect(await readChoices()).toEqual([{ subProductIds: [], subVariantIds: [] }]);
});

test("a handle of no active bundle of the shop alone is a 404 that names it", async () => {
  const inactive = await insertTestBundle(shop.id, { subscriptionBundlingEnabled: false });
  const foreign = await insertTestBundle((await createTestShop()).id);
  for (const { handle } of [inactive, foreign, { handle: "nothing" }])
    expect(namesOf(await refuse([entry({}, source.productId, handle)], 404))).toEqual(["/0/babHandle"]);
});

test("the same id in an add and a delete list is a contradiction", async () => {
  const lists = {
    addSubProductIds: [extra.productId],
    deleteSubProductIds: [7, extra.productId],
    addSubVariantIds: [5],
    deleteSubVariantIds: [5],
  };
  expect(namesOf(await refuse([entry(lists)])).sort()).toEqual([
    "/0/sourceProducts/0/addSubProductIds/0",
    "/0/sourceProducts/0/addSubVariantIds/0",
    "/0/sourceProducts/0/deleteSubProductIds/1",
    "/0/sourceProducts/0/deleteSubVariantIds/0",
  ]);
});

describe("bad input", () => {
  const lists = ["addSubProductIds", "addSubVariantIds", "deleteSubProductIds", "deleteSubVariantIds"];
  const cases: [body: unknown, names: string[]][] = [
    [[], [""]],
    [{}, [""]],
    [[{}], ["/0/babHandle", "/0/sourceProducts"]],
    [[{ babHandle: " ", sourceProducts: [] }], ["/0/babHandle", "/0/sourceProducts"]],
    [[{ babHandle: 7, sourceProducts: "x" }], ["/0/babHandle", "/0/sourceProducts"]],
    [[{ babHandle: "b", sourceProducts: [{}] }], ["/0/sourceProducts/0/sourceProductId"]],
    ...[0, -1, 1.5, "x", "9007199254740992", 2 ** 53, null].map((id): [unknown, string[]] => [
      [{ babHandle: "b", sourceProducts: [{ sourceProductId: id }] }],
      ["/0/sourceProducts/0/sourceProductId"],
    ]),
    [
      [
        {
          babHandle: "b",
          sourceProducts: [
            { sourceProductId: 1, ...Object.fromEntries(lists.map((name) => [name, [1, 0]])) },
          ],
        },
      ],
      lists.flatMap((name) => [`/0/sourceProducts/0/${name}/1`]),
    ],
    [
      [
        {
          babHandle: "b",
          sourceProducts: [{ sourceProductId: 1, ...Object.fromEntries(lists.map((name) => [name, 5])) }],
        },
      ],
      lists.map((name) => `/0/sourceProducts/0/${name}`),
    ],
  ];
  test.each(cases)("%j is refused by name", async (body, names) => {
    expect([...new Set(namesOf(await refuse(body)))].sort()).toEqual(names.sort());
  });

  test("a read key may not, and what is not JSON is not read", async () => {
    expect((await send([entry({})], shop.readKey)).status).toBe(403);
    const path = "/api/external/v2/subscription-bundling/update";
    const asText = {
      method: "PUT",
      key: shop.writeKey,
      body: "x",
      headers: { "Content-Type": "text/plain" },
    };
    expect((await askJson(updateBundling, path, asText)).status).toBe(415);
  });
});

test("no product has more than 250 of a kind selectable in its place", async () => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1);
  const full = await insertTestBundle(shop.id, {
    products: [bundleProduct(source.productId, source.variantId, { subProductIds: ids })],
  });
  const problem = await refuse([
    entry({ addSubProductIds: [extra.productId] }, source.productId, full.handle),
  ]);
  expect(namesOf(problem)).toEqual(["/0/sourceProducts/0/addSubProductIds"]);
  const swap = entry(
    { addSubProductIds: [extra.productId], deleteSubProductIds: [1] },
    source.productId,
    full.handle,
  );
  expect((await send([swap])).status).toBe(200);
});

test("a body as large as is read, of ids that are nowhere, is refused by name and at once", async () => {
  const ids = Array.from({ length: 70_000 }, (_, index) => 900_000 + index);
  const spread = Array.from({ length: 280 }, (_, index) => ids.slice(index * 250, (index + 1) * 250));
  const { errors, errorsTotal } = await refuse([
    {
      babHandle: bundle.handle,
      sourceProducts: spread.map((addSubProductIds) => ({
        sourceProductId: source.productId,
        addSubProductIds,
      })),
    },
  ]);
  expect(errors).toHaveLength(1000);
  expect(errorsTotal).toBeGreaterThanOrEqual(70_000);
  const lists = { addSubProductIds: ids.slice(0, 251), deleteSubProductIds: ids.slice(-251) };
  expect(namesOf(await refuse([entry(lists)]))).toEqual([
    "/0/sourceProducts/0/addSubProductIds",
    "/0/sourceProducts/0/deleteSubProductIds",
  ]);
});

test("an update that meets another one waits for it, and adds to what that one made", async () => {
  const { second } = await inTransaction(async (tx) => {
    await tx.select().from(bundles).where(eq(bundles.id, bundle.id)).for("update");
    const second = send([entry({ addSubProductIds: [more.productId] })]);
    await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    await tx.update(bundleProducts).set({ subProductIds: [extra.productId] });
    return { second };
  });
  expect((await second).status).toBe(200);
  expect((await readChoices())[0]?.subProductIds).toEqual([extra.productId, more.productId]);
});

test("exactly 250 choices of each kind are taken, one more is refused", async () => {
  const made = await insertPricedProducts(
    shop.id,
    Array.from({ length: 250 }, () => "1"),
  );
  const ids = made.map(({ productId }) => productId);
  const variantIds = made.map(({ variantId }) => variantId);
  const all = entry({ addSubProductIds: ids, addSubVariantIds: variantIds });
  expect((await send([all])).status).toBe(200);
  const one = entry({ addSubProductIds: [extra.productId], addSubVariantIds: [extra.variantId] });
  expect((await refuse([one])).errors).toMatchObject([{ code: "too_many" }, { code: "too_many" }]);
  expect(await readChoices()).toEqual([{ subProductIds: ids, subVariantIds: variantIds }]);
});

test("what becomes selectable is sold under the plans of the bundle, too", async () => {
  await send([entry({ addSubProductIds: [extra.productId], addSubVariantIds: [more.variantId] })]);
  const members = await db
    .select({ id: sellingPlanGroupProducts.productId })
    .from(sellingPlanGroupProducts)
    .where(eq(sellingPlanGroupProducts.shopId, shop.id));
  expect(members.map(({ id }) => id)).toEqual(
    expect.arrayContaining([source.productId, extra.productId, more.productId]),
  );
});
