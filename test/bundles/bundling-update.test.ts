import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import type { BundleDetail } from "~/features/bundles/api/bundle-detail";
import { readBundle } from "~/features/bundles/api/bundles-api.endpoints.server";
import type { BundlingRecord } from "~/features/bundles/api/bundling-record";
import { findBundle } from "~/features/bundles/configure/bundles.repo.server";
import { db } from "~db/client.server";
import { bundleProducts, bundles } from "~db/schema/bundles";
import { sellingPlanGroupProducts, sellingPlanGroups } from "~db/schema/catalogue";
import { bundlingOfEachTest } from "../support/calls/bundles/bundling";
import { askJson } from "../support/calls/json-endpoints";
import { bundleProduct, insertTestBundle } from "../support/data/bundles";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks } from "../support/setup/database";

const { shop, source, extra, more, bundle, send, entry, refuse, readChoices } = bundlingOfEachTest();

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
    products: [
      {
        variantId: source.variantId,
        productTitle: `Product ${source.productId}`,
        quantity: 1,
        subProductIds: [more.productId],
        subVariantIds: [extra.variantId],
      },
    ],
  });
  expect(record.token).toBe(record.uniqueRef);
  const [activity, ...others] = await listActivity(shop.id, null, 5);
  expect(activity).toMatchObject({
    actorType: "api_key",
    action: "bundle.choices_changed",
    before: { bundle: bundle.handle, [source.productId]: { subProductIds: [], subVariantIds: [] } },
  });
  expect(others.filter(({ action }) => action === "bundle.choices_changed")).toEqual([]);
  expect((await findBundle(shop.id, bundle.id))?.version).toBe(2);
});

test("the choices are in the answer and in the bundle's detail, so that they can be read before they are changed", async () => {
  type Chosen = Pick<BundlingRecord["products"][number], "subProductIds" | "subVariantIds">;
  const toChosen = ({ subProductIds, subVariantIds }: Chosen) => ({ subProductIds, subVariantIds });
  const lists = { addSubProductIds: [extra.productId], addSubVariantIds: [more.variantId] };
  const change = async (body: object) => {
    const record = (await (await send([entry(body)])).json()) as BundlingRecord;
    const detail = await askJson(readBundle, "/x", { key: shop.readKey, params: { handle: bundle.handle } });
    const { products } = (await detail.json()) as BundleDetail;
    expect(products.map(toChosen)).toEqual(record.products.map(toChosen));
    return record;
  };
  const added = await change(lists);
  expect(added.products.map(toChosen)).toEqual([
    { subProductIds: [extra.productId], subVariantIds: [more.variantId] },
  ]);
  expect(await change(lists)).toEqual(added);
  const deleted = await change({
    deleteSubProductIds: [extra.productId],
    deleteSubVariantIds: [more.variantId],
  });
  expect(deleted.products.map(toChosen)).toEqual([{ subProductIds: [], subVariantIds: [] }]);
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

test("an update that meets another one waits for it, and adds to its result", async () => {
  const { second } = await db.transaction(async (tx) => {
    await tx.select().from(bundles).where(eq(bundles.id, bundle.id)).for("update");
    const second = send([entry({ addSubProductIds: [more.productId] })]);
    await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    await tx.update(bundleProducts).set({ subProductIds: [extra.productId] });
    return { second };
  });
  expect((await second).status).toBe(200);
  expect((await readChoices())[0]?.subProductIds).toEqual([extra.productId, more.productId]);
});

test("what becomes selectable is sold under the plans of the bundle, too", async () => {
  await send([entry({ addSubProductIds: [extra.productId] })]);
  // The group is for all products, and stays so.
  expect(await db.select().from(sellingPlanGroupProducts)).toEqual([]);
  const [group] = await db.select().from(sellingPlanGroups).where(eq(sellingPlanGroups.shopId, shop.id));
  await db
    .insert(sellingPlanGroupProducts)
    .values({ shopId: shop.id, groupId: group?.id ?? 0, productId: source.productId });
  await send([entry({ addSubVariantIds: [more.variantId] })]);
  const members = await db
    .select({ id: sellingPlanGroupProducts.productId })
    .from(sellingPlanGroupProducts)
    .where(eq(sellingPlanGroupProducts.shopId, shop.id));
  expect(members.map(({ id }) => id)).toEqual(
    expect.arrayContaining([source.productId, extra.productId, more.productId]),
  );
});
