import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { updateBundling } from "~/features/bundles/api/bundles-api.endpoints.server";
import { db } from "~db/client.server";
import { products } from "~db/schema/catalogue";
import { bundlingOfEachTest } from "../support/calls/bundles/bundling";
import { askJson } from "../support/calls/json-endpoints";
import { namesOf } from "../support/calls/pages";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../support/data/bundles";
import { createTestShop, NOW } from "../support/data/factories";

const { shop, source, extra, more, bundle, send, entry, refuse, readChoices } = bundlingOfEachTest();

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

test("what is no id, contradictions and what the shop lacks are named in one answer", async () => {
  const problem = await refuse([
    entry({
      addSubProductIds: [extra.productId, 999, "x"],
      deleteSubProductIds: [extra.productId, 7],
      addSubVariantIds: "none",
    }),
    entry({ addSubVariantIds: [5], deleteSubVariantIds: [5] }, extra.productId),
    entry({}, "x"),
    entry({ addSubVariantIds: [extra.variantId, 998] }, source.productId, " "),
    entry({}, source.productId, "no-such-bundle"),
    { babHandle: bundle.handle, sourceProducts: [7, { addSubProductIds: [997] }] },
    8,
  ]);
  expect(namesOf(problem).sort()).toEqual([
    "/0/sourceProducts/0/addSubProductIds/1",
    "/0/sourceProducts/0/addSubProductIds/2",
    "/0/sourceProducts/0/addSubVariantIds",
    "/1/sourceProducts/0/addSubVariantIds/0",
    "/1/sourceProducts/0/deleteSubVariantIds/0",
    "/1/sourceProducts/0/sourceProductId",
    "/2/sourceProducts/0/sourceProductId",
    "/3/babHandle",
    "/3/sourceProducts/0/addSubVariantIds/1",
    "/4/babHandle",
    "/5/sourceProducts/0",
    "/5/sourceProducts/1/addSubProductIds/0",
    "/5/sourceProducts/1/sourceProductId",
    "/6",
  ]);
  expect(await readChoices()).toEqual([{ subProductIds: [], subVariantIds: [] }]);
});

test("whether there would be too many choices is told only of lists that can all be read", async () => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1);
  const full = await insertTestBundle(shop.id, {
    products: [bundleProduct(source.productId, source.variantId, { subProductIds: ids })],
  });
  const lists = { addSubProductIds: [extra.productId], deleteSubProductIds: [1, "x"] };
  expect(namesOf(await refuse([entry(lists, source.productId, full.handle)]))).toEqual([
    "/0/sourceProducts/0/deleteSubProductIds/1",
  ]);
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
    [[{ babHandle: "b", sourceProducts: [{}] }], ["/0/babHandle", "/0/sourceProducts/0/sourceProductId"]],
    ...[0, -1, 1.5, "x", "9007199254740992", 2 ** 53, null].map((id): [unknown, string[]] => [
      [{ babHandle: "b", sourceProducts: [{ sourceProductId: id }] }],
      ["/0/babHandle", "/0/sourceProducts/0/sourceProductId"],
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
      [
        "/0/babHandle",
        "/0/sourceProducts/0/addSubProductIds/0",
        "/0/sourceProducts/0/addSubVariantIds/0",
        ...lists.map((name) => `/0/sourceProducts/0/${name}/1`),
      ],
    ],
    [
      [
        {
          babHandle: "b",
          sourceProducts: [{ sourceProductId: 1, ...Object.fromEntries(lists.map((name) => [name, 5])) }],
        },
      ],
      ["/0/babHandle", ...lists.map((name) => `/0/sourceProducts/0/${name}`)],
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
