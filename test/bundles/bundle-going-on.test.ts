import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { bundles } from "~db/schema/bundles";
import {
  type BundleShop,
  createBundleShop,
  type Priced,
  q,
  toTotal,
} from "../support/calls/bundles/bundle-page";
import { insertSoldFrequency } from "../support/data/bundles";
import { resetDatabase } from "../support/setup/database";

let shop: BundleShop["shop"];
let { domain, a, b, insert, visit } = {} as BundleShop;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, domain, a, b, insert, visit } = await createBundleShop());
});

/** A URL without its query, and the query. */
const toParts = (address: string | null): [string, Record<string, string>] => {
  const { origin, pathname, searchParams } = new URL(address ?? "about:blank");
  return [origin + pathname, Object.fromEntries(searchParams)];
};

describe("going on", () => {
  test("is refused with what is missing, and the choice stays", async () => {
    await insert({ minProductCount: 3 });
    const page = await visit(`${q(a, 1)}&go=1`);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Add 2 more items: your box needs at least 3.");
    expect(page.html).toContain('role="alert"');
  });

  const destination = async (overrides: Partial<BundleConfiguration>) => {
    await insert(overrides);
    const { status, headers } = await visit(`${q(a, 2)}&${q(b, 1)}&go=1`);
    return { status, to: headers.get("Location") };
  };

  test("leads to the checkout or the cart of the shop's public domain with what is in the box", async () => {
    const frequency = await insertSoldFrequency(shop.id);
    const item = (index: number, { variantId }: Priced, quantity: number, isPlanned: boolean) => ({
      [`items[${index}][id]`]: String(variantId),
      [`items[${index}][quantity]`]: String(quantity),
      ...(isPlanned && { [`items[${index}][selling_plan]`]: String(frequency.sellingPlanId) }),
      [`items[${index}][properties][_bundle]`]: "box",
    });
    const { status, to } = await destination({ bundleRedirect: "CHECKOUT", frequencies: [frequency] });
    expect([status, toParts(to)]).toEqual([
      303,
      [
        `https://${domain}/cart/add`,
        { ...item(0, a, 2, true), ...item(1, b, 1, true), return_to: "/checkout" },
      ],
    ]);
    await db.update(bundles).set({ bundleRedirect: "CART" });
    const { headers } = await visit(`${q(a, 2)}&${q(b, 1)}&every=once&go=1`);
    expect(toParts(headers.get("Location"))).toEqual([
      `https://${domain}/cart/add`,
      { ...item(0, a, 2, false), ...item(1, b, 1, false) },
    ]);
  });

  test("a discount of the bundle's own goes to the cart by its code, of tiers by the code of the tier", async () => {
    await insert({
      frequencies: [],
      discount: "5",
      discountCode: "FIVE",
      tieredDiscount: [{ quantity: 3, discount: "50", code: "HALF & HALF".replaceAll(" ", "") }],
    });
    const two = toParts((await visit(`${q(a, 2)}&go=1`)).headers.get("Location"));
    expect(two[0]).toBe(`https://${domain}/discount/FIVE`);
    expect(two[1]?.redirect).toMatch(/^\/cart\/add\?items/);
    const three = toParts((await visit(`${q(a, 3)}&go=1`)).headers.get("Location"));
    expect(three[0]).toBe(`https://${domain}/discount/HALF%26HALF`);
  });

  test("a discount that no code carries is not quoted before the cart, and holds at the merchant's own address", async () => {
    const { id } = await insert({
      frequencies: [],
      discount: "10",
      tieredDiscount: [
        { quantity: 2, discount: "20", code: "TWENTY" },
        { quantity: 3, discount: "50" },
      ],
    });
    const totals = async () =>
      [await visit(q(a, 1)), await visit(q(a, 2)), await visit(q(a, 3))].map(({ html }) => toTotal(html));
    expect(await totals()).toEqual(["$10.00", "$16.00", "$24.00"]);
    expect((await visit(q(a, 2))).html).not.toMatch(/\+: 50%|50% off/);
    await db
      .update(bundles)
      .set({ bundleRedirect: "CUSTOM", customRedirectURL: "/own" })
      .where(eq(bundles.id, id));
    expect(await totals()).toEqual(["$9.00", "$16.00", "$15.00"]);
  });

  test.each(["BUY_X_GET_Y", "DISCOUNTED_PRICING", "VOLUME_DISCOUNT"] as const)(
    "the deal of a box of kind %s is quoted when the bundle has a code for it",
    async (buildABoxType) => {
      const { id } = await insert({
        frequencies: [],
        buildABoxType,
        productDiscountType: "EACH_PRODUCT",
        tieredDiscount: [{ quantity: 2, discount: "50" }],
        variants: [{ variantId: a.variantId, quantity: 2 }],
        discountedVariants: [{ variantId: b.variantId, quantity: 1, discount: "50" }],
      });
      const search = `${q(a, 2)}&${q(b, 2)}`;
      expect(toTotal((await visit(search)).html)).toBe("$28.00");
      expect((await visit(`${search}&go=1`)).headers.get("Location")).toContain("/cart/add?");
      await db.update(bundles).set({ discountCode: "DEAL" }).where(eq(bundles.id, id));
      expect(toTotal((await visit(search)).html)).not.toBe("$28.00");
      expect((await visit(`${search}&go=1`)).headers.get("Location")).toContain("/discount/DEAL?");
    },
  );

  test("leads where the merchant says, and the security policy allows forms to go there", async () => {
    const customRedirectURL = "https://partner.example/box?ref=1";
    const { to } = await destination({ bundleRedirect: "CUSTOM", customRedirectURL, frequencies: [] });
    expect(to).toBe(
      `https://partner.example/box?ref=1&bundle=box&items=${encodeURIComponent(`${a.variantId}:2,${b.variantId}:1`)}`,
    );
    expect((await visit()).headers.get("Content-Security-Policy")).toMatch(
      /form-action 'self' .*https:\/\/partner\.example/,
    );
  });

  test("or stays, and says that the box is complete", async () => {
    await insert({ bundleRedirect: "NONE" });
    const page = await visit(`${q(a, 2)}&go=1`);
    expect([page.status, page.html.includes("Your box is complete. Thank you!")]).toEqual([200, true]);
  });
});

describe("a box of steps", () => {
  const insertSteps = () =>
    insert({
      buildABoxType: "SECTIONED_BUNDLE",
      frequencies: [],
      sections: [
        { title: "Coffee", minProducts: 1, maxProducts: 2, productIds: [a.productId] },
        { title: "Tea", minProducts: 2, maxProducts: null, productIds: [b.productId] },
      ],
    });
  const toText = (html: string) => html.replaceAll(/<style.*?<\/style>|<script.*?<\/script>|<[^>]+>/gs, " ");

  test("shows one section at a time with a count in each, and keeps what is chosen in the others", async () => {
    await insertSteps();
    const { html } = await visit(`${q(a, 1)}&${q(b, 1)}`);
    expect(html).toContain(`One more Product ${a.productId}`);
    expect(html).not.toContain(`One more Product ${b.productId}`);
    expect(html).toContain(`<input type="hidden" name="q.${b.productId}.${b.variantId}" value="1"/>`);
    expect(toText(html).replaceAll(/\s+/g, " ")).toContain("1 Coffee 1 chosen ✓ 2 Tea 1 chosen Choose");
    expect(html).toContain('name="to" value="2">Next: Tea</button>');
    expect(html).not.toContain("Add to cart");
  });

  test("leads on only from a section that is as it must be, and back always", async () => {
    await insertSteps();
    const blocked = await visit(`q.=&step=1&to=2`);
    expect(blocked.status).toBe(200);
    expect(blocked.html).toMatch(/role="alert">.*Coffee: add 1 more item\./s);
    const on = await visit(`q.=&step=1&${q(a, 1)}&to=2`);
    expect([on.status, on.headers.get("Location")]).toEqual([303, `?${q(a, 1)}&every=once&step=2`]);
    const last = await visit(`${q(a, 1)}&step=2`);
    expect(last.html).toContain("Add to cart");
    const back = await visit(`${q(a, 1)}&step=2&to=1`);
    expect(back.headers.get("Location")).toBe(`?${q(a, 1)}&every=once&step=1`);
    const more = await visit(`${q(a, 1)}&step=2&add=${b.productId}.${b.variantId}`);
    expect(more.headers.get("Location")).toBe(`?${q(a, 1)}&${q(b, 1)}&every=once&step=2`);
  });

  test("continues if every section is complete, else stays at the first that is not", async () => {
    await insertSteps();
    const early = await visit(`${q(a, 3)}&${q(b, 1)}&step=2&go=1`);
    expect(early.html).toMatch(/role="alert">.*Coffee: take out 1 item\..*Tea: add 1 more item\./s);
    expect(early.html).toContain(`One more Product ${a.productId}`);
    const done = await visit(`${q(a, 1)}&${q(b, 2)}&step=2&go=1`);
    expect(done.headers.get("Location")).toContain("/cart/add?");
  });
});
