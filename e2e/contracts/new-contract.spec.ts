import { insertCatalogue } from "../../test/support/data/catalogue";
import { insertCustomer } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

// A form that lacks the address is refused on purpose.
test.use({ expectedStatuses: [400] });

test("staff make a contract, see what an edit costs before they make it, and take it back", async ({
  page,
  shop,
}) => {
  await insertCustomer(shop.id, { firstName: "Ada", lastName: "Byron", email: "ada@example.com" });
  await insertCatalogue(shop.id, {
    products: [{ title: "Beans", variants: [{ price: "14.50" }] }, { title: "Tea" }],
  });
  // By keyboard shortcuts: to the form and, within the page, to its search.
  await page.goto("/admin/contracts");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectUsablePage(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { name: "New contract", level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("byron");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Ada Byron" }).click();
  await page.getByRole("combobox", { name: "Add a product" }).fill("bean");
  await page.getByRole("option", { name: /^Beans/ }).click();
  await page.getByLabel("Delivery price").fill("4.9");
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByRole("alert")).toContainText("Street and number");
  await expectUsablePage(page);
  await page.getByRole("combobox", { name: "Delivery", exact: true }).selectOption("PICKUP");
  await expect(page.getByText("Each order will cost $19.40.")).toBeVisible();
  await page.getByRole("button", { name: "Create contract" }).click();
  const total = page.getByRole("region", { name: "Each order" }).locator("[data-total]");
  await expect(total).toContainText("$19.40");

  await page.getByRole("link", { name: "Price Beans" }).click();
  await dialog.getByLabel("Price").fill("10");
  await expect(dialog.getByRole("status")).toHaveText("Each order costs $19.40 now, and $14.90 then.");
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Change price" }).click();
  await expect(total).toContainText("$14.90");
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(total).toContainText("$19.40");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
