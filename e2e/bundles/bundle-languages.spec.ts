import { PORTAL_LANGUAGES } from "../../db/schema/portal-enums";
import { bundleProduct, insertSoldFrequency, insertTestBundle } from "../../test/support/data/bundles";
import { insertCatalogue } from "../../test/support/data/catalogue";
import type { TestShop } from "../../test/support/data/factories";
import { isNarrow } from "../support/admin";
import { findViolations } from "../support/axe";
import { expect, test } from "../support/test";

/** Two scripts in one name, and a word wider than the page. */
const LONG_RIGHT_TO_LEFT = "قهوة الصباح Donaudampfschifffahrtsgesellschaftskapitänsmischung";
/** Checked by axe: long words, and right to left. */
const LOOKED_AT = ["de", "ar"];

/** A box of steps with everything it can have, and a fixed box with a choice. @returns their addresses */
async function insertBoxes({ id, shop }: TestShop): Promise<string[]> {
  const { products } = await insertCatalogue(id, {
    products: [
      {
        title: LONG_RIGHT_TO_LEFT,
        variants: [
          { title: "250 g", price: "1000.00" },
          { title: "1 kg", price: "3200.00" },
        ],
      },
      { title: "Earl Grey", variants: [{ price: "6.00", available: false }] },
    ],
  });
  const [coffee, tea] = products.map(({ id: productId, variantIds }) => ({
    productId,
    variantId: variantIds[0] ?? 0,
    subVariantIds: variantIds.slice(1),
  }));
  if (!coffee || !tea) throw new Error("there are two products");
  const frequencies = [
    await insertSoldFrequency(id),
    await insertSoldFrequency(id, { interval: "WEEK", intervalCount: 3, discount: "12.5" }),
  ];
  const common = { name: LONG_RIGHT_TO_LEFT, frequencies };
  const steps = await insertTestBundle(id, {
    ...common,
    buildABoxType: "SECTIONED_BUNDLE",
    minProductCount: 5,
    minUniqueProductCheck: true,
    minOrderAmount: "90000",
    tieredDiscount: [
      { quantity: 3, discount: "10" },
      { quantity: 12, discount: "12.5" },
    ],
    products: [coffee, tea].map(({ productId, variantId }) =>
      bundleProduct(productId, variantId, { quantity: 2 }),
    ),
    sections: [
      { title: LONG_RIGHT_TO_LEFT, minProducts: 2, maxProducts: 4, productIds: [coffee.productId] },
      { title: "#2 Tea", minProducts: 0, maxProducts: null, productIds: [tea.productId] },
    ],
  });
  const fixed = await insertTestBundle(id, {
    ...common,
    selectionType: "FIXED",
    buildABoxType: "CUSTOMIZE_BUNDLE",
    bundleRedirect: "CHECKOUT",
    products: [
      bundleProduct(coffee.productId, coffee.variantId, { quantity: 3, subVariantIds: coffee.subVariantIds }),
    ],
  });
  const at = (handle: string, search: string) =>
    `/apps/memberships/bundles/${handle}?shop=${shop.storeDomain}${search}`;
  const full = `&q.${coffee.productId}.${coffee.variantId}=3`;
  return [at(steps.handle, "&go=1"), at(steps.handle, `${full}&step=2`), at(fixed.handle, "")];
}

test("a bundle's page in every language, light and dark: nothing found by axe, nothing wider than 320 px", async ({
  page: testPage,
  browser,
  shop,
  baseURL,
}) => {
  const addresses = await insertBoxes(shop);
  // Each project takes its share: the page is 320 px wide in both.
  const isMine = (_: string, index: number) => (index % 2 === 1) === isNarrow(testPage);
  for (const locale of PORTAL_LANGUAGES.filter(isMine)) {
    const context = await browser.newContext({
      baseURL,
      locale,
      viewport: { width: 320, height: 640 },
      bypassCSP: true,
    });
    const page = await context.newPage();
    for (const address of addresses) {
      await page.goto(address);
      const seen = await page.evaluate(() => ({
        language: document.documentElement.lang,
        overflow: document.documentElement.scrollWidth - window.innerWidth,
      }));
      expect(seen, address).toEqual({ language: locale, overflow: 0 });
      if (!LOOKED_AT.includes(locale)) continue;
      expect(await findViolations(page), `${address} in ${locale}`).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findViolations(page, ["color-contrast"]), `${address} in ${locale}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
    await context.close();
  }
});
