import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import {
  bundleEditorLoader,
  bundleListLoader,
  bundlePreview,
  sellingPlanAction,
} from "~/features/bundles/admin/bundle-admin.endpoints.server";
import { getBundleDetail } from "~/features/bundles/api/bundle-detail.service.server";
import type { BundleEditorPage, BundleListPage, MadePlan } from "~/features/bundles/configure/bundle-editor";
import {
  createBundle,
  saveBundle,
  setBundleActive,
} from "~/features/bundles/configure/bundles.service.server";
import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { sellingPlanGroupProducts, sellingPlans } from "~db/schema/catalogue";
import { ask, pageRequest } from "../support/calls/pages";
import { bundleDraft, bundleProduct, insertPricedProducts, insertTestBundle } from "../support/data/bundles";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertStaff,
  nextNumber,
  signIn,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let domain: string;
let product: { productId: number; variantId: number };
beforeEach(async () => {
  await resetDatabase();
  domain = `shop-${nextNumber()}.beans.example`;
  shop = await createTestShop({ publicDomain: domain });
  [product] = (await insertPricedProducts(shop.id, ["10"])) as [typeof product];
});

const MONTHLY = {
  billingInterval: "MONTH",
  billingIntervalCount: 1,
  deliveryInterval: "MONTH",
  deliveryIntervalCount: 1,
} as const;
async function insertPlan(terms: object): Promise<number> {
  const { groups } = await insertCatalogue(shop.id, { products: [], groups: [{ plans: [terms] }] });
  return groups[0]?.planIds[0] ?? 0;
}
const every = (sellingPlanId: number | null, discount = "10") => ({
  interval: "MONTH" as const,
  intervalCount: 1,
  name: "",
  discount,
  sellingPlanId,
});
const draft = (overrides: Parameters<typeof bundleDraft>[0] = {}) =>
  bundleDraft({
    subscriptionBundlingEnabled: true,
    products: [bundleProduct(product.productId, product.variantId)],
    ...overrides,
  });
const create = (overrides: Parameters<typeof bundleDraft>[0]) =>
  createBundle(shop.id, { bundle: draft(overrides), handle: null }, testAudit());
/** Products that the shop's groups of selling plans name. */
const listMembers = async () => {
  const members = await db
    .select({ id: sellingPlanGroupProducts.productId })
    .from(sellingPlanGroupProducts)
    .where(eq(sellingPlanGroupProducts.shopId, shop.id));
  return members.map(({ id }) => id).sort((a, b) => a - b);
};
const refused = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ProblemError)) throw new Error("it was not refused");
  return (error.extra.errors ?? []).map(({ pointer, code, detail }) => ({ pointer, code, detail }));
};

describe("a bundle that offers a cadence", () => {
  const at = "/frequencies/0/sellingPlanId";

  test("is opened only with a plan that bills, delivers and saves the same", async () => {
    const id = await insertPlan({ ...MONTHLY, discountPercentage: "10" });
    await create({ frequencies: [every(id)] });
    expect(await refused(create({ frequencies: [every(null)] }))).toMatchObject([
      { pointer: at, code: "required" },
    ]);
    const wrong = [
      [{ ...MONTHLY, billingIntervalCount: 3, discountPercentage: "10" }, "other_cadence"],
      [{ ...MONTHLY, deliveryInterval: "WEEK", discountPercentage: "10" }, "other_cadence"],
      [{ discountPercentage: "10" }, "other_cadence"],
      [{ ...MONTHLY, discountPercentage: "8" }, "other_discount"],
      [MONTHLY, "other_discount"],
      [{ ...MONTHLY, discountPercentage: "10", discountCycles: 1 }, "other_discount"],
      [
        { ...MONTHLY, discountPercentage: "10", discountCycles: 3, laterDiscountPercentage: "5" },
        "other_discount",
      ],
    ] as const;
    for (const [terms, code] of wrong) {
      const planId = await insertPlan(terms);
      expect(await refused(create({ frequencies: [every(planId)] }))).toMatchObject([{ pointer: at, code }]);
    }
    await create({ frequencies: [every(await insertPlan(MONTHLY), "0")] });
    const twice = { discountPercentage: "10", discountCycles: 3, laterDiscountPercentage: "10" };
    await create({ frequencies: [every(await insertPlan({ ...MONTHLY, ...twice }))] });
  });

  test("may be saved closed without one; neither the switch nor a save opens it then", async () => {
    const id = await create({ frequencies: [every(null)], subscriptionBundlingEnabled: false });
    expect(await refused(setBundleActive(shop.id, id, true, testAudit()))).toMatchObject([{ pointer: at }]);
    const save = saveBundle(
      shop.id,
      id,
      { bundle: draft({ frequencies: [every(null)] }), version: 1 },
      testAudit(),
    );
    expect(await refused(save)).toMatchObject([{ pointer: at }]);
  });

  test("says in the live preview what it lacks before it is saved", async () => {
    const headers = {
      cookie: await signIn(shop.id, shop.staff.id),
      origin: "http://localhost",
      "content-type": "application/json",
    };
    const body = JSON.stringify({ draft: draft({ frequencies: [every(null)] }), nonce: "abc" });
    const request = new Request("http://localhost/admin/bundles/preview", { method: "POST", headers, body });
    const { errors } = await (await bundlePreview.action({ request, params: {}, context: {} })).json();
    expect(errors).toMatchObject([{ pointer: at, code: "required" }]);
  });

  test("has its products in the plan's group once it is open, those to swap for as well", async () => {
    const [other, named] = await insertPricedProducts(shop.id, ["4", "5"]);
    const terms = { ...MONTHLY, discountPercentage: "10" };
    const { groups } = await insertCatalogue(shop.id, {
      products: [],
      groups: [{ productIds: [named?.productId ?? 0], plans: [terms] }],
    });
    await create({
      frequencies: [every(groups[0]?.planIds[0] ?? 0)],
      products: [
        bundleProduct(product.productId, product.variantId, { subVariantIds: [other?.variantId ?? 0] }),
      ],
    });
    expect(await listMembers()).toEqual(
      [product.productId, other?.productId ?? 0, named?.productId ?? 0].sort((a, b) => a - b),
    );
  });

  test("leaves a group for all products as it is", async () => {
    await create({ frequencies: [every(await insertPlan({ ...MONTHLY, discountPercentage: "10" }))] });
    expect(await listMembers()).toEqual([]);
  });
});

describe("a missing plan", () => {
  const press = async (body: object, as?: string) => {
    const cookie = as ?? (await signIn(shop.id, shop.staff.id));
    const headers = { cookie, origin: "http://localhost", "content-type": "application/json" };
    const request = new Request("http://localhost/admin/bundles/plans", {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const answer = await ask(sellingPlanAction, request);
    return { ...answer, made: (answer.data as { result: MadePlan }).result };
  };
  const wanted = { interval: "WEEK", intervalCount: "2", discount: "12.5", groupId: null, bundleName: "Box" };
  const own = () => ({ ...wanted, productIds: String(product.productId) });

  test("is made by one press with a group of its own, and sells the bundle then", async () => {
    const { made } = await press(own());
    // A group without products would be for all of the shop.
    expect(await listMembers()).toEqual([product.productId]);
    const [row] = await db
      .select()
      .from(sellingPlans)
      .where(and(eq(sellingPlans.shopId, shop.id), eq(sellingPlans.id, made.plan.id)));
    expect(row).toMatchObject({
      groupId: made.group.id,
      name: "Every 2 weeks, save 12.5%",
      billingInterval: "WEEK",
      billingIntervalCount: 2,
      deliveryInterval: "WEEK",
      deliveryIntervalCount: 2,
      discountPercentage: "12.5000",
    });
    expect(made.group.name).toBe("Box");
    const frequency = { interval: "WEEK" as const, intervalCount: 2, name: "", discount: "12.5" };
    await create({ frequencies: [{ ...frequency, sellingPlanId: made.plan.id }] });
    expect((await listActivity(shop.id, null)).map(({ action }) => action)).toContain("selling_plan.created");
  });

  test("gets no group of its own before the box has products", async () => {
    const { productId } = (await insertPricedProducts((await createTestShop()).id, ["1"]))[0] ?? {
      productId: 0,
    };
    for (const productIds of [undefined, "", String(productId)])
      expect((await press({ ...wanted, productIds })).problem?.errors).toMatchObject([
        { pointer: "/productIds", code: "required" },
      ]);
  });

  test("is made in the bundle's group where it has one, and not again where the group has it", async () => {
    const { groups } = await insertCatalogue(shop.id, { products: [], groups: [{ name: "Mine" }] });
    const groupId = groups[0]?.id;
    const { made: first } = await press({ ...wanted, groupId });
    const { made: second } = await press({ ...wanted, groupId });
    expect(first).toMatchObject({ group: { id: groupId, name: "Mine" } });
    expect(second).toEqual(first);
  });

  test("is made beside one of the group whose discount ends", async () => {
    const weekly = { billingInterval: "WEEK", billingIntervalCount: 2, deliveryInterval: "WEEK" } as const;
    const ending = { ...weekly, deliveryIntervalCount: 2, discountPercentage: "12.5", discountCycles: 1 };
    const { groups } = await insertCatalogue(shop.id, { products: [], groups: [{ plans: [ending] }] });
    const { made } = await press({ ...wanted, groupId: groups[0]?.id });
    expect(groups[0]?.planIds).not.toContain(made.plan.id);
  });

  test("is for editors, and not made in another shop's group", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await press(wanted, viewer)).status).toBe(403);
    const other = await createTestShop();
    const { groups } = await insertCatalogue(other.id, { products: [], groups: [{}] });
    const answer = await press({ ...wanted, groupId: groups[0]?.id, intervalCount: "0" });
    expect(answer.problem?.errors).toMatchObject([{ pointer: "/intervalCount" }]);
    expect((await press({ ...wanted, groupId: groups[0]?.id })).problem?.errors).toMatchObject([
      { pointer: "/groupId", code: "unknown_group" },
    ]);
  });
});

describe("an open bundle from before that lacks a plan", () => {
  const insert = () =>
    insertTestBundle(shop.id, {
      handle: "box",
      frequencies: [every(null)],
      allowOneTimePurchase: false,
      products: [bundleProduct(product.productId, product.variantId)],
    });
  const visit = async (search: string) => {
    const url = `http://localhost/apps/memberships/bundles/box?${search}`;
    const request = new Request(url, { headers: { host: domain } });
    return bundlePageLoader({ request, params: { handle: "box" }, context: {} });
  };

  test("sells only once, whatever the URL asks for", async () => {
    await insert();
    const html = await (await visit("")).text();
    expect(html).toContain("$10.00");
    expect(html).not.toContain("Every month");
    const q = `q.${product.productId}.${product.variantId}=1`;
    const to = (await visit(`${q}&every=MONTH-1&go=1`)).headers.get("Location");
    expect(to).toContain("/cart/add?");
    expect(to).not.toContain("selling_plan");
  });

  test("offers no subscription in its data either, which the storefront and integrations read", async () => {
    await insert();
    const { body } = await getBundleDetail({ id: shop.id, currencyCode: "USD" }, "box");
    expect(JSON.parse(body).subscriptions).toEqual([]);
  });

  test("offers none by a plan whose discount ends", async () => {
    const planId = await insertPlan({ ...MONTHLY, discountPercentage: "10", discountCycles: 1 });
    await insertTestBundle(shop.id, {
      handle: "box",
      frequencies: [every(planId)],
      products: [bundleProduct(product.productId, product.variantId)],
    });
    const { body } = await getBundleDetail({ id: shop.id, currencyCode: "USD" }, "box");
    expect(JSON.parse(body).subscriptions).toEqual([]);
    expect(await (await visit("")).text()).not.toContain("Every month");
  });

  test("is reported in the list and in its editor", async () => {
    const { id } = await insert();
    const cookie = await signIn(shop.id, shop.staff.id);
    const list = (await ask(bundleListLoader, pageRequest("/admin/bundles", { cookie })))
      .data as BundleListPage;
    expect(list.rows).toMatchObject([{ unsold: ["Every month"] }]);
    const editor = (
      await ask(bundleEditorLoader, pageRequest(`/admin/bundles/${id}`, { cookie }), { bundleId: String(id) })
    ).data as BundleEditorPage;
    expect(editor.unsold).toEqual(["Every month"]);
  });
});
