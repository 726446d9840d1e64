import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { findBundle, listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import {
  archiveBundle,
  createBundle,
  duplicateBundle,
  saveBundle,
  setBundleActive,
  undoLastSave,
} from "~/features/bundles/configure/bundles.service.server";
import { toConfiguration } from "~/features/bundles/rules/bundle-row";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { products } from "~db/schema/catalogue";
import { bundleDraft, bundleProduct, insertPricedProducts } from "../support/data/bundles";
import { createTestShop, NOW, type TestShop, testAudit } from "../support/data/factories";
import { HOSTILE_HTML } from "../support/data/hostile-html";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks, resetDatabase } from "../support/setup/database";

type Priced = { productId: number; variantId: number };
let shop: TestShop;
let a: Priced;
let b: Priced;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  [a, b] = (await insertPricedProducts(shop.id, ["10", "4"])) as [Priced, Priced];
});

const create = (overrides: Parameters<typeof bundleDraft>[0] = {}, handle: string | null = null) =>
  createBundle(shop.id, { bundle: bundleDraft(overrides), handle }, testAudit());
async function read(id: number) {
  const row = await findBundle(shop.id, id);
  if (!row) throw new Error("the test's bundle is gone");
  return { row, bundle: toConfiguration(row, await listBundleProducts(db, shop.id, [id])) };
}
const save = (id: number, overrides: Parameters<typeof bundleDraft>[0], version: number) =>
  saveBundle(shop.id, id, { bundle: bundleDraft(overrides), version }, testAudit());
const refused = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ProblemError)) throw new Error("it was not refused");
  return { code: error.code, at: (error.extra.errors ?? []).map(({ pointer }) => pointer) };
};
const listActions = async () =>
  (await listActivity(shop.id, null))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("bundle."));

const full = () =>
  bundleDraft({
    buildABoxType: "SECTIONED_BUNDLE",
    minProductCount: 2,
    discount: "12.5",
    minOrderAmount: "20",
    tieredDiscount: [{ quantity: 3, discount: "10" }],
    sections: [{ title: "One", minProducts: 1, maxProducts: 2, productIds: [a.productId] }],
    variants: [{ variantId: a.variantId, quantity: 2 }],
    discountedVariants: [{ variantId: b.variantId, quantity: 1, discount: "100" }],
    collectionData: [{ title: "All", collectionId: 5, productIds: [a.productId, b.productId] }],
    products: [
      bundleProduct(b.productId, b.variantId, { quantity: 0 }),
      bundleProduct(a.productId, a.variantId, { subProductIds: [b.productId], subVariantIds: [b.variantId] }),
    ],
  });

test("a bundle is read as it was saved, every field of it", async () => {
  const id = await create(full());
  expect((await read(id)).bundle).toEqual(full());
  expect(await listActions()).toEqual(["bundle.created"]);
});

test("the same values again write nothing", async () => {
  const id = await create(full());
  const before = await read(id);
  await save(id, full(), 1);
  expect(await read(id)).toEqual(before);
});

test("rich text is saved harmless", async () => {
  const id = await create({
    bundleTopHtml: `<p>Hello</p>${HOSTILE_HTML.join("")}`,
    bundleBottomHtml: HOSTILE_HTML.join(""),
  });
  const { bundle } = await read(id);
  expect(bundle.bundleTopHtml).toContain("<p>Hello</p>");
  expect(bundle.bundleTopHtml + bundle.bundleBottomHtml).not.toMatch(/<script|\son\w+=|javascript:|style=/i);
});

describe("handles", () => {
  test("are made of the name, numbered when taken, and stay when the name changes", async () => {
    const [first, second] = [await create({ name: "Café Box" }), await create({ name: "Cafe box" })];
    expect([(await read(first)).row.handle, (await read(second)).row.handle]).toEqual([
      "cafe-box",
      "cafe-box-2",
    ]);
    await save(first, { name: "Other" }, 1);
    expect((await read(first)).row.handle).toBe("cafe-box");
  });

  test("that are given must be free in the shop, another shop's do not count", async () => {
    const other = await createTestShop();
    await createBundle(other.id, { bundle: bundleDraft(), handle: "mine" }, testAudit());
    await create({}, "mine");
    expect(await refused(create({}, "mine"))).toEqual({ code: "already_exists", at: ["/handle"] });
  });

  test("created at the same time are distinguished", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => create({ name: "Box" })));
    const handles = await Promise.all(ids.map(async (id) => (await read(id)).row.handle));
    expect(new Set(handles).size).toBe(4);
  });
});

test("of two edits of one version the second is refused, and may be saved over the new one", async () => {
  const id = await create();
  expect(await save(id, { name: "Theirs" }, 1)).toBe(2);
  expect((await refused(save(id, { name: "Mine" }, 1))).code).toBe("stale_version");
  expect((await read(id)).bundle.name).toBe("Theirs");
  expect(await save(id, { name: "Mine" }, 2)).toBe(3);
  expect((await read(id)).bundle.name).toBe("Mine");
  expect(await save(id, { name: "Mine" }, 3)).toBe(3);
});

test("of two saves at once the second waits for the first, and is then refused as stale", async () => {
  const id = await create();
  const { second } = await db.transaction(async (tx) => {
    await tx.select().from(bundles).where(eq(bundles.id, id)).for("update");
    const second = refused(save(id, { name: "Mine" }, 1));
    await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    await tx.update(bundles).set({ name: "Theirs", version: 2 }).where(eq(bundles.id, id));
    return { second };
  });
  expect((await second).code).toBe("stale_version");
  expect((await read(id)).bundle.name).toBe("Theirs");
});

test("the last save can be taken back, and that as well", async () => {
  const id = await create(full());
  await save(id, { name: "Emptied" }, 1);
  await undoLastSave(shop.id, id, 2, testAudit());
  expect((await read(id)).bundle).toEqual(full());
  await undoLastSave(shop.id, id, 3, testAudit());
  expect((await read(id)).bundle).toEqual(bundleDraft({ name: "Emptied" }));
  expect((await refused(undoLastSave(shop.id, id, 3, testAudit()))).code).toBe("stale_version");
  expect(await refused(undoLastSave(shop.id, await create(), 1, testAudit()))).toEqual({
    code: "conflict",
    at: [],
  });
});

test("what the catalogue has not is named with its place, another shop's things as well", async () => {
  const other = await createTestShop();
  const [foreign] = await insertPricedProducts(other.id, ["1"]);
  const wrong = {
    products: [
      bundleProduct(a.productId, b.variantId, {
        subProductIds: [b.productId, 77],
        subVariantIds: [foreign?.variantId ?? 0],
      }),
      bundleProduct(foreign?.productId ?? 0, a.variantId),
    ],
    variants: [{ variantId: 78, quantity: 1 }],
    discountedVariants: [{ variantId: 79, quantity: 1, discount: "5" }],
    sellingPlanIds: [80],
    frequencies: [{ interval: "DAY" as const, intervalCount: 1, name: "", discount: "0", sellingPlanId: 81 }],
    subscriptionId: 82,
  };
  const { code, at } = await refused(create(wrong));
  expect(code).toBe("invalid_request");
  expect(at.sort()).toEqual([
    "/discountedVariants/0/variantId",
    "/frequencies/0/sellingPlanId",
    "/products/0/subProductIds/1",
    "/products/0/subVariantIds/0",
    "/products/0/variantId",
    "/products/1/productId",
    "/products/1/variantId",
    "/sellingPlanIds/0",
    "/subscriptionId",
    "/variants/0/variantId",
  ]);
});

test("a product that was deleted since may stay in its bundle, and cannot come into another", async () => {
  const draft = { products: [bundleProduct(a.productId, a.variantId)] };
  const id = await create(draft);
  await db.update(products).set({ deletedAt: NOW }).where(eq(products.id, a.productId));
  await save(id, { ...draft, name: "Renamed" }, 1);
  expect((await refused(create(draft))).at).toEqual(["/products/0/productId"]);
});

test("opening needs what an open page needs; closing never does", async () => {
  const empty = await create();
  expect((await refused(setBundleActive(shop.id, empty, true, testAudit()))).at).toEqual(["/products"]);
  const id = await create({ products: [bundleProduct(a.productId, a.variantId)], frequencies: [] });
  await setBundleActive(shop.id, id, true, testAudit());
  await setBundleActive(shop.id, id, true, testAudit());
  expect((await read(id)).row).toMatchObject({ subscriptionBundlingEnabled: true, version: 2 });
  await setBundleActive(shop.id, id, false, testAudit());
  expect((await listActions()).slice(0, 2)).toEqual(["bundle.deactivated", "bundle.activated"]);
});

test("a copy is closed, under a name and handle of its own", async () => {
  const id = await create({ ...full(), name: "Box" });
  const copy = await read(await duplicateBundle(shop.id, id, testAudit()));
  expect(copy.row.handle).toBe("copy-of-box");
  expect(copy.bundle).toEqual({ ...full(), name: "Copy of Box", subscriptionBundlingEnabled: false });
});

test("an archived bundle is closed, keeps its handle, and comes back closed", async () => {
  const id = await create({ products: [bundleProduct(a.productId, a.variantId)], frequencies: [] }, "box");
  await setBundleActive(shop.id, id, true, testAudit());
  await archiveBundle(shop.id, id, true, testAudit());
  expect((await read(id)).row).toMatchObject({ archivedAt: NOW, subscriptionBundlingEnabled: false });
  expect((await refused(setBundleActive(shop.id, id, true, testAudit()))).code).toBe("conflict");
  expect((await refused(create({}, "box"))).at).toEqual(["/handle"]);
  await archiveBundle(shop.id, id, false, testAudit());
  expect((await read(id)).row).toMatchObject({ archivedAt: null, subscriptionBundlingEnabled: false });
});

test("neither a save nor taking one back opens a bundle while it is archived", async () => {
  const products = [bundleProduct(a.productId, a.variantId)];
  const open = { products, frequencies: [], subscriptionBundlingEnabled: true };
  const id = await create(open);
  await save(id, { ...open, name: "Renamed" }, 1);
  await archiveBundle(shop.id, id, true, testAudit());
  expect((await refused(save(id, { ...open, name: "Other" }, 3))).at).toEqual([
    "/subscriptionBundlingEnabled",
  ]);
  await undoLastSave(shop.id, id, 3, testAudit());
  expect((await read(id)).row).toMatchObject({ name: "Breakfast box", subscriptionBundlingEnabled: false });
  await archiveBundle(shop.id, id, false, testAudit());
  expect((await read(id)).row.subscriptionBundlingEnabled).toBe(false);
});

test("another shop's bundle is as unknown as none", async () => {
  const other = await createTestShop();
  const id = await create();
  const asked = [
    () => saveBundle(other.id, id, { bundle: bundleDraft(), version: 1 }, testAudit()),
    () => undoLastSave(other.id, id, 1, testAudit()),
    () => setBundleActive(other.id, id, false, testAudit()),
    () => duplicateBundle(other.id, id, testAudit()),
    () => archiveBundle(other.id, id, true, testAudit()),
  ];
  for (const work of asked) expect(await refused(work())).toEqual({ code: "not_found", at: [] });
});
