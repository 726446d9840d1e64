import { saveBundle } from "../../app/features/bundles/configure/bundles.service.server";
import {
  bundleDraft,
  bundleProduct,
  insertPricedProducts,
  insertTestBundle,
} from "../../test/support/data/bundles";
import { testAudit } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

// The preview's frame runs no scripts, and the browser reports those that recording would inject.
test.use({ trace: "off", expectedStatuses: [409] });
test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test.describe("a bundle that somebody else saves meanwhile", { tag: ANY_WIDTH }, () => {
  test("a conflict that was put off is shown again at the next save", async ({ page, shop }) => {
    const { id } = await insertTestBundle(shop.id, { subscriptionBundlingEnabled: false });
    await page.goto(`/admin/bundles/${id}`);
    await saveBundle(
      shop.id,
      id,
      { bundle: bundleDraft({ description: "Theirs" }), version: 1 },
      testAudit(),
    );
    const dialog = page.getByRole("dialog", { name: /has saved this bundle in the meantime/ });
    for (const mine of ["Mine", "Mine as well"]) {
      await page.getByRole("textbox", { name: "Description" }).fill(mine);
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(dialog.getByRole("row", { name: `Description ${mine} Theirs` })).toBeVisible();
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
    await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
    await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Mine as well");
  });

  test("edits stay when their version comes with a selling plan, and the next save shows both", async ({
    page,
    shop,
  }) => {
    const { frequencies } = bundleDraft();
    const [held] = await insertPricedProducts(shop.id, ["4"]);
    const products = held ? [bundleProduct(held.productId, held.variantId)] : [];
    const closed = { subscriptionBundlingEnabled: false, frequencies, products };
    const { id } = await insertTestBundle(shop.id, closed);
    await page.goto(`/admin/bundles/${id}`);
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("First");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("button", { name: "Undo last save" })).toBeEnabled();
    await description.fill("Mine");
    await saveBundle(
      shop.id,
      id,
      { bundle: bundleDraft({ description: "Theirs", products }), version: 2 },
      testAudit(),
    );
    await page.getByRole("button", { name: "Make the selling plan" }).click();
    await expect(page.getByRole("combobox", { name: "Selling plan" })).toContainText("Every month, save 10%");
    await expect(page.getByRole("button", { name: "Make the selling plan" })).toHaveCount(0);
    await expect(description).toHaveValue("Mine");
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: /has saved this bundle in the meantime/ });
    await expect(dialog.getByRole("row", { name: "Description Mine Theirs" })).toBeVisible();
    await dialog.getByRole("button", { name: "Use theirs" }).click();
    await expect(description).toHaveValue("Theirs");
  });
});
