import type { Page } from "@playwright/test";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../../test/support/data/bundles";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

/** A box of one product at $10.00, every month 10 % off or once. */
async function openBox(page: Page, shopId: number, storeDomain: string): Promise<void> {
  const [product] = await insertPricedProducts(shopId, ["10"]);
  const products = [bundleProduct(product?.productId ?? 0, product?.variantId ?? 0)];
  const { handle } = await insertTestBundle(shopId, { products });
  await page.goto(`/apps/memberships/bundles/${handle}?shop=${storeDomain}`);
}
const readTotal = (page: Page) => page.locator(".sum:visible .total dd");

test("a customer sees the price of each choice at once, without a load and without a step in the history", async ({
  page,
  shop,
}) => {
  await openBox(page, shop.id, shop.shop.storeDomain);
  await expect(readTotal(page)).toHaveText(/\$9\.00$/);
  await page.evaluate(() => document.body.setAttribute("data-same", ""));
  const steps = await page.evaluate(() => history.length);
  await page.getByRole("button", { name: /^One more/ }).dblclick();
  await expect(readTotal(page)).toHaveText(/\$27\.00$/);
  await page.getByText("Just this once").click();
  await expect(readTotal(page)).toHaveText("$30.00");
  await expect(page.locator(".choice .cost")).toHaveText(["$27.00", "$30.00"]);
  await expect(page.getByRole("button", { name: "Update price", includeHidden: false })).toHaveCount(0);
  const less = page.getByRole("button", { name: /^One less/ });
  for (const count of [2, 1, 0]) {
    await less.click();
    await expect(page.getByRole("spinbutton")).toHaveValue(String(count));
  }
  await expect(less).toBeDisabled();
  await expect(readTotal(page)).toHaveText("$0.00");
  await page.getByRole("spinbutton").fill("4");
  await expect(readTotal(page)).toHaveText("$40.00");
  await expect(page.locator("body[data-same]")).toBeAttached();
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await expect(page).toHaveURL(/q\.\d+\.\d+=4&every=once/);
  await page.reload();
  await expect(readTotal(page)).toHaveText("$40.00");
});

test.describe("the storefront page when the server does not answer", { tag: ANY_WIDTH }, () => {
  test.use({ expectedStatuses: [503] });

  test("offers to update the price by hand", async ({ page, shop }) => {
    await openBox(page, shop.id, shop.shop.storeDomain);
    await page.route(/every=/, (route) => route.fulfill({ status: 503 }));
    await page.getByRole("button", { name: /^One more/ }).click();
    await expect(page.getByRole("button", { name: "Update price" }).last()).toBeVisible();
    await page.unroute(/every=/);
    await page.getByRole("button", { name: "Update price" }).last().click();
    await expect(readTotal(page)).toHaveText(/\$18\.00$/);
  });
});

test.describe("the storefront page without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("shows the sum of the choice that is ticked, and takes that one along", async ({ page, shop }) => {
    await openBox(page, shop.id, shop.shop.storeDomain);
    await expect(page.locator(".choice .cost")).toHaveText(["$9.00", "$10.00"]);
    await page.getByText("Just this once").click();
    await expect(readTotal(page)).toHaveText("$10.00");
    await page.getByRole("button", { name: /^One more/ }).click();
    await expect(readTotal(page)).toHaveText("$20.00");
    await expect(page.getByRole("radio", { name: /Just this once/ })).toBeChecked();
  });
});
