import { insertCatalogue } from "../../test/support/data/catalogue";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("a code for some products is made, changed, switched off and found", async ({ page, shop }) => {
  await insertCatalogue(shop.id, {
    products: [{ title: "Morning Espresso" }, { title: "Evening Decaf" }, { title: "Honey" }],
  });
  await page.goto("/admin/discounts");
  await expectUsablePage(page);
  await page.getByRole("link", { name: "Create code" }).click();
  await page.getByRole("textbox", { name: "Code" }).fill("COFFEE15");
  await page.getByLabel("Value").fill("15");
  await page.getByRole("radio", { name: "Only these products" }).check();
  const search = page.getByRole("combobox", { name: "Add a product" });
  for (const [text, title] of [
    ["espr", "Morning Espresso"],
    ["deca", "Evening Decaf"],
  ] as const) {
    await search.fill(text);
    const found = page.getByRole("option", { name: title });
    await expect(found).toContainText("$10.00");
    await found.click();
    await expect(found).toContainText("Added");
    await search.press("Escape");
  }
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByText("Discount code created")).toBeVisible();

  const chosen = page.getByRole("list", { name: "Products the code covers" });
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: "Remove Evening Decaf" }).click();
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await expectUsablePage(page);
  await save.click();
  await expect(page.getByText("Discount code saved")).toBeVisible();
  await expect(chosen.getByRole("listitem")).toHaveText(["Morning Espresso"]);

  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Discount code switched off")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Discount codes" }).click();
  await page.getByRole("searchbox", { name: "Search codes" }).fill("fee1");
  await page.getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("row", { name: /COFFEE15/ });
  await expect(row).toContainText("15% off");
  await expect(row).toContainText("1 product");
  await expect(row).toContainText("Off");
  await expectUsablePage(page);
});

test.describe("refused", () => {
  test.use({ expectedStatuses: [400] });

  test("what is wrong stands beside its field, and nothing typed is lost", async ({ page }) => {
    await page.goto("/admin/discounts/new");
    await page.getByRole("textbox", { name: "Code" }).fill("TEN OFF");
    await page.getByLabel("Value").fill("200");
    await page.getByRole("button", { name: "Create code" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel("Value")).toHaveAccessibleDescription(/At most 100 percent/);
    await expect(page.getByRole("textbox", { name: "Code" })).toHaveValue("TEN OFF");
    await expectUsablePage(page);
  });
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("a code is made, changed and switched off all the same", async ({ page, shop }) => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    await page.goto("/admin/discounts/new");
    await page.getByRole("textbox", { name: "Code" }).fill("PLAIN5");
    await page.getByRole("radio", { name: "Amount per order" }).check();
    await page.getByLabel("Value").fill("5");
    await page.getByRole("radio", { name: "Only these products" }).check();
    await page.getByLabel("Product ids").fill(String(products[0]?.id));
    await page.getByRole("button", { name: "Create code" }).click();
    await expect(page.getByText("Discount code created")).toBeVisible();
    await expect(page.getByLabel("Product ids")).toHaveValue(String(products[0]?.id));
    await page.getByLabel("Value").fill("7.5");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Discount code saved")).toBeVisible();
    await page.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByText("Discount code switched off")).toBeVisible();
    await expect(page.getByLabel("Value")).toHaveValue("7.5");
  });
});
