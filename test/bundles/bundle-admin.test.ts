import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  bundleEditorAction,
  bundleEditorLoader,
  bundleListAction,
  bundleListLoader,
  bundlePreview,
  productsToAddLoader,
} from "~/features/bundles/admin/bundle-admin.endpoints.server";
import type {
  BundleEditorPage,
  BundleListPage,
  BundlePreview,
  EditorProduct,
} from "~/features/bundles/configure/bundle-editor";
import { db } from "~db/client.server";
import { products } from "~db/schema/catalogue";
import { shops } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { bundleDraft, bundleProduct, insertPricedProducts, insertTestBundle } from "../support/data/bundles";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertStaff, NOW, signIn, type TestShop } from "../support/data/factories";
import { HOSTILE_HTML } from "../support/data/hostile-html";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

function jsonRequest(path: string, body: unknown, as = cookie): Request {
  const origin = "http://localhost";
  const headers = { cookie: as, origin, "content-type": "application/json" };
  return new Request(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}
const save = (id: number | "new", body: object, as = cookie) =>
  ask(bundleEditorAction, jsonRequest(`/admin/bundles/${id}?intent=save`, body, as), {
    bundleId: String(id),
  });
const open = async (id: number | string, as = cookie) =>
  ask(bundleEditorLoader, pageRequest(`/admin/bundles/${id}`, { cookie: as }), { bundleId: String(id) });
const list = async (search = "") =>
  (await ask(bundleListLoader, pageRequest(`/admin/bundles${search}`, { cookie }))).data as BundleListPage;

describe("the editor", () => {
  test("makes a bundle and leads to it, and saves it over the version it was read in", async () => {
    const made = await save("new", { ...bundleDraft({ name: "Box" }), handle: "", version: 0 });
    expect(made.headers.get("Location")).toMatch(/^\/admin\/bundles\/\d+\?done=created$/);
    const id = Number(/\d+/.exec(made.headers.get("Location") ?? "")?.[0]);
    expect((await save(id, { ...bundleDraft({ name: "Other" }), handle: "", version: 1 })).status).toBe(200);
    const stale = await save(id, { ...bundleDraft({ name: "Stale" }), handle: "", version: 1 });
    expect([stale.status, stale.problem?.code]).toEqual([409, "stale_version"]);
    const page = (await open(id)).data as BundleEditorPage;
    expect(page).toMatchObject({ version: 2, canUndo: true, handle: "box", bundle: { name: "Other" } });
  });

  test("links to the bundle's page under the prefix of the shop's portal", async () => {
    const { id, handle } = await insertTestBundle(shop.id);
    const readLinks = async () => [
      (await list()).rows[0]?.link,
      ((await open(id)).data as BundleEditorPage).links?.storefront,
    ];
    const at = (prefix: string) => `https://${shop.shop.storeDomain}/${prefix}/bundles/${handle}`;
    expect(await readLinks()).toEqual([at("apps/memberships"), at("apps/memberships")]);
    await db.update(shops).set({ portalPath: "apps/subscriptions/cp" }).where(eq(shops.id, shop.id));
    expect(await readLinks()).toEqual([at("apps/subscriptions"), at("apps/subscriptions")]);
  });

  test("keeps the list that it was opened from when a save is undone", async () => {
    const made = await save("new", { ...bundleDraft({ name: "Box" }), handle: "", version: 0 });
    const id = /\d+/.exec(made.headers.get("Location") ?? "")?.[0] ?? "";
    await save(Number(id), { ...bundleDraft({ name: "Other" }), handle: "", version: 1 });
    const from = `/admin/bundles/${id}?list=${encodeURIComponent("tab=active&q=b")}`;
    const undo = pageRequest(`${from}&intent=undo`, { cookie, form: { version: "2" } });
    const undone = await ask(bundleEditorAction, undo, { bundleId: id });
    expect(undone.headers.get("Location")).toBe(`${from}&done=undone`);
  });

  test("keeps the list that it was opened from when a new bundle is saved", async () => {
    const from = `list=${encodeURIComponent("tab=active&q=b")}`;
    const body = { ...bundleDraft({ name: "Box" }), handle: "", version: 0 };
    const made = await ask(bundleEditorAction, jsonRequest(`/admin/bundles/new?${from}&intent=save`, body), {
      bundleId: "new",
    });
    expect(made.headers.get("Location")).toMatch(/^\/admin\/bundles\/\d+\?/);
    expect(made.headers.get("Location")).toContain(`?${from}&done=created`);
  });

  test("of more plans and groups than it lists shows those that the bundle has", async () => {
    const { products: catalogue, groups } = await insertCatalogue(shop.id, {
      groups: [
        ...Array.from({ length: 200 }, (_, n) => ({ name: `A ${n}`, plans: [{ name: `Plan ${n}` }] })),
        { name: "Z", plans: [{ name: "Last" }] },
        { name: "ZZ", plans: [{ name: "Of nobody" }] },
      ],
    });
    const [last, unused] = groups.slice(-2);
    const { id } = await insertTestBundle(shop.id, {
      products: [bundleProduct(catalogue[0]?.id ?? 0, catalogue[0]?.variantIds[0] ?? 0)],
      subscriptionId: last?.id ?? 0,
      sellingPlanIds: last?.planIds ?? [],
      frequencies: [
        {
          interval: "MONTH",
          intervalCount: 1,
          name: "",
          discount: "0",
          sellingPlanId: last?.planIds[0] ?? 0,
        },
      ],
    });
    const page = (await open(id)).data as BundleEditorPage;
    const [planIds, groupIds] = [
      page.sellingPlans.map((plan) => plan.id),
      page.sellingPlanGroups.map((group) => group.id),
    ];
    expect([planIds.length, groupIds.length]).toEqual([201, 200]);
    expect([planIds, groupIds]).toEqual([
      expect.arrayContaining(last?.planIds ?? []),
      expect.arrayContaining([last?.id]),
    ]);
    expect(groupIds).not.toContain(unused?.id);
  });

  test("names every wrong field of what was sent, by the schema of the preview", async () => {
    const wrong = {
      ...bundleDraft({ name: "" }),
      discount: "101",
      minProductCount: "5",
      maxProductCount: "4",
      handle: "Not One",
      version: "x",
    };
    const answer = await save("new", wrong);
    expect(answer.status).toBe(400);
    expect(namesOf(answer.problem).sort()).toEqual([
      "/discount",
      "/handle",
      "/maxProductCount",
      "/name",
      "/version",
    ]);
  });

  test("is read by viewers and saved by editors; unknown and foreign ids are one 404", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const { id } = await insertTestBundle(shop.id);
    expect((await open(id, viewer)).data).toMatchObject({ mayEdit: false });
    expect((await save(id, { ...bundleDraft(), handle: "", version: 1 }, viewer)).status).toBe(403);
    const foreign = await insertTestBundle((await createTestShop()).id);
    for (const unknown of [foreign.id, 999_999, "x", "-1"]) expect((await open(unknown)).status).toBe(404);
  });

  test("knows the products a bundle names with all their kinds, those that are deleted as such", async () => {
    const { products: made } = await insertCatalogue(shop.id, {
      products: [{ title: "Tea", variants: [{}, {}] }, { title: "Gone" }],
    });
    const [tea, gone] = made.map(({ id, variantIds }) => bundleProduct(id, variantIds[0] ?? 0));
    if (!tea || !gone) throw new Error("no products");
    const { id } = await insertTestBundle(shop.id, { products: [tea, gone] });
    await db.update(products).set({ deletedAt: NOW });
    const page = (await open(id)).data as BundleEditorPage;
    expect(
      page.products.map(({ title, isDeleted, variants }) => [title, isDeleted, variants.length]),
    ).toEqual([
      ["Tea", true, 2],
      ["Gone", true, 1],
    ]);
  });
});

describe("the live preview", () => {
  const post = (draft: unknown, as = cookie) =>
    bundlePreview.action({
      request: jsonRequest("/admin/bundles/preview", { draft, nonce: "abc" }, as),
      params: {},
      context: {},
    });
  const preview = async (draft: unknown) => (await (await post(draft)).json()) as BundlePreview;

  test("answers in JSON, also to somebody who has signed out meanwhile", async () => {
    const { status, headers } = await post(bundleDraft());
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
    const refused = await post(bundleDraft(), "");
    expect([refused.status, refused.headers.get("Content-Type")]).toEqual([
      401,
      "application/problem+json; charset=utf-8",
    ]);
    expect(await refused.json()).toMatchObject({ code: "unauthenticated" });
  });

  test("is the storefront's page of a draft nobody has saved, with rich text harmless", async () => {
    const [product] = await insertPricedProducts(shop.id, ["12"]);
    const bundleTopHtml = `<p>Hello</p>${HOSTILE_HTML.join("")}`;
    const { html, errors } = await preview(
      bundleDraft({
        bundleTopHtml,
        products: [bundleProduct(product?.productId ?? 0, product?.variantId ?? 0)],
      }),
    );
    expect(errors).toEqual([]);
    expect(html).toContain('<style nonce="abc">');
    expect(html).toContain("<p>Hello</p>");
    expect(html).toContain("$12.00");
    expect(html).not.toContain("href=");
    expect(html?.replace(/<style nonce.*?<\/style>/s, "")).not.toMatch(
      /<script|\son\w+\s*=|javascript:|\sstyle=/i,
    );
  });

  test("shows what is not ready to be opened, and says what is wrong; what cannot be read it does not show", async () => {
    const unready = await preview({ ...bundleDraft({ name: "" }), subscriptionBundlingEnabled: true });
    expect(unready.html).toContain('<h1 dir="auto">Your bundle</h1>');
    expect(unready.errors.map(({ pointer }) => pointer).sort()).toEqual(["/name", "/products"]);
    expect(await preview({ ...bundleDraft(), discount: "x" })).toMatchObject({
      html: null,
      errors: [{ pointer: "/discount" }],
    });
    expect((await preview("nothing")).html).toBeNull();
  });
});

describe("the list", () => {
  test("shows tabs and finds by name and handle; what makes no sense in its address is no filter", async () => {
    await insertTestBundle(shop.id, { name: "Coffee 100%", handle: "first" });
    await insertTestBundle(shop.id, { name: "Tea", handle: "second", subscriptionBundlingEnabled: false });
    await insertTestBundle(shop.id, { name: "Old", handle: "third", archivedAt: NOW });
    await insertTestBundle((await createTestShop()).id, { name: "Coffee" });
    const names = async (search: string) => (await list(search)).rows.map(({ name }) => name).sort();
    expect(await names("")).toEqual(["Coffee 100%", "Tea"]);
    expect(await names("?tab=active")).toEqual(["Coffee 100%"]);
    expect(await names("?tab=inactive")).toEqual(["Tea"]);
    expect(await names("?tab=archived")).toEqual(["Old"]);
    expect(await names("?q=00%25")).toEqual(["Coffee 100%"]);
    expect(await names("?q=SECOND")).toEqual(["Tea"]);
    expect(await names("?q=_")).toEqual([]);
    expect(await names("?tab=odd&page=x")).toEqual(["Coffee 100%", "Tea"]);
    expect((await list()).total).toBe(3);
  });

  test("comes in pages", async () => {
    for (let i = 0; i < 51; i++) await insertTestBundle(shop.id);
    const [first, second] = [await list(), await list("?page=1")];
    expect([first.rows.length, first.hasNext, second.rows.length, second.hasNext]).toEqual([
      50,
      true,
      1,
      false,
    ]);
  });

  test("a form leads back to where it was sent, editors only", async () => {
    const { id } = await insertTestBundle(shop.id);
    const post = (intent: string, as = cookie) =>
      ask(
        bundleListAction,
        pageRequest(`/admin/bundles?tab=active&q=b&intent=${intent}`, {
          cookie: as,
          form: { bundleId: String(id) },
        }),
      );
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await post("deactivate", viewer)).status).toBe(403);
    const answer = await post("deactivate");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/admin/bundles?tab=active&q=b&done=deactivated",
    ]);
    expect((await list()).rows[0]?.isActive).toBe(false);
    expect((await post("activate")).problem?.detail).toContain("An active bundle needs a product.");
  });
});

test("the picker finds products that are sold, with their kinds", async () => {
  await insertCatalogue(shop.id, {
    products: [
      { title: "Green Tea", variants: [{}, { deletedAt: NOW }] },
      { title: "Tea gone", deletedAt: NOW },
      { title: "Coffee" },
    ],
  });
  const { data } = await ask(productsToAddLoader, pageRequest("/admin/bundles/products?q=tea", { cookie }));
  expect((data as EditorProduct[]).map(({ title, variants }) => [title, variants.length])).toEqual([
    ["Green Tea", 1],
  ]);
});
