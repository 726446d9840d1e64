import { insertCatalogue } from "../../test/support/data/catalogue";
import { inDays } from "../../test/support/data/days";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("staff add a product, swap it, remove it and split the contract, and see what an order costs", async ({
  page,
  shop,
}) => {
  await insertCatalogue(shop.id, {
    products: [{ title: "Beans", variants: [{ price: "14.50" }] }, { title: "Cocoa" }],
  });
  const contract = await insertContract(shop.id, {
    lines: [{ title: "Tea" }, { title: "Honey" }],
    attempts: [{ billingDate: inDays(10) }],
  });
  await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
  const dialog = page.getByRole("dialog");
  const total = page.getByRole("region", { name: "Each order" }).locator("[data-total]");
  await page.getByRole("link", { name: "Add a product" }).click();
  await dialog.getByRole("searchbox").fill("nobody sells this");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByText("No matching products.")).toBeVisible();
  await dialog.getByRole("searchbox").fill("bean");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await expect(dialog).toContainText("Each order costs $20.00 now.");
  await expect(dialog).toContainText("$14.50, each order then $34.50");
  await dialog.getByRole("radio", { name: /^Beans/ }).check();
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(total).toContainText("$34.50");
  await page.getByRole("link", { name: "Swap Beans" }).click();
  await dialog.getByRole("radio", { name: /^Cocoa/ }).check();
  await dialog.getByRole("button", { name: "Swap product" }).click();
  await expect(total).toContainText("$30.00");
  await page.getByRole("link", { name: "Remove Cocoa" }).click();
  await expect(dialog).toContainText("Each order costs $30.00 now, and $20.00 without it.");
  await dialog.getByRole("button", { name: "Remove product" }).click();
  await expect(total).toContainText("$20.00");
  await page.getByRole("link", { name: "Split" }).click();
  await dialog.getByRole("checkbox", { name: /^Honey/ }).check();
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Split contract" }).click();
  await expect(total).toContainText("$10.00");
});

test.describe("a form that is refused", () => {
  test.use({ expectedStatuses: [400] });

  test("what is wrong is said above its fields, not again below them", async ({ page, shop }) => {
    const contract = await insertContract(shop.id, { attempts: [{ billingDate: inDays(10) }] });
    await page.goto(`/admin/contracts/${contract.subscriptionContractId}?edit=delivery_price`);
    const dialog = page.getByRole("dialog");
    const dryRun = dialog.getByRole("status");
    await dialog.getByLabel("Delivery price").fill("1.234");
    await expect(dryRun).toContainText("decimals");
    await dialog.getByRole("button", { name: "Change delivery price" }).click();
    await expect(dialog.getByRole("alert")).toContainText("decimals");
    await expect(dryRun).toBeEmpty();
    await dialog.getByLabel("Delivery price").fill("2");
    await expect(dryRun).toContainText("then.");
    await dialog.getByLabel("Delivery price").fill("x");
    await expect(dryRun).not.toBeEmpty();
  });
});

test("after an undo the focus is on the page's heading", async ({ page, shop }) => {
  const contract = await insertContract(shop.id, { attempts: [{ billingDate: inDays(10) }] });
  await page.goto(`/admin/contracts/${contract.subscriptionContractId}?edit=delivery_price`);
  await page.getByRole("dialog").getByLabel("Delivery price").fill("2");
  await page.getByRole("button", { name: "Change delivery price" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.press("Enter");
  await expect(undo).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
