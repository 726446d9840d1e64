import type { Locator } from "@playwright/test";
import { sql } from "drizzle-orm";
import { db } from "../../db/client.server";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { insertContract, insertCustomer } from "../../test/support/data/factories";
import { insertManyContracts } from "../../test/support/data/many/bulk";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(async ({ context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  const customer = await insertCustomer(shop.id, { firstName: "Ada", lastName: "Osei" });
  for (let number = 0; number < 7; number++)
    await insertContract(shop.id, { customerId: customer.id, deliveryPrice: "3.00" });
  await insertContract(shop.id, { customerId: customer.id, status: "CANCELLED" });
});

/** Contrast ratio (WCAG) between the backgrounds of an element and of its parent. */
async function contrast(thing: Locator, ground: Locator): Promise<number> {
  const lights = await Promise.all(
    [thing, ground].map(async (each) => {
      const colour = await each.evaluate((element) => getComputedStyle(element).backgroundColor);
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    }),
  );
  return Math.max(...lights) / Math.min(...lights);
}

test("from the list's selection to a preview, tried on five, applied to all, watched, and undone", async ({
  page,
  shop,
}) => {
  await page.goto("/admin/contracts");
  await page.getByLabel("Select all on this page").check();
  await expectUsablePage(page);
  const row = page.locator("tbody tr").first();
  expect(await contrast(row.locator(".pn-badge"), row)).toBeGreaterThan(1.1);
  await page.getByRole("button", { name: "Change delivery price" }).click();
  await expect(page.getByRole("radio", { name: "Selected contracts 8 Ada Osei" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Delivery price" })).toBeChecked();
  await expectUsablePage(page);

  await page.getByLabel("How much").fill("9999.50");
  await page.getByRole("button", { name: "Preview" }).click();
  const firstFive = page.getByRole("button", { name: "Try on the first 5" });
  await expect(firstFive).toBeVisible();
  await expect(page.getByText("$21.00")).toBeVisible();
  await expect(page.getByText("1 cancelled")).toBeVisible();
  await expectUsablePage(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the full plan (CSV)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^bulk-change-\d+\.csv$/);

  await firstFive.click();
  await expect(page.getByRole("heading", { name: "The first 5 contracts are done" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Apply to the other 2" }).click();
  await expect(page.getByRole("heading", { name: "Outcome" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Changed" })).toHaveCount(7);
  await expectUsablePage(page);

  await page.getByRole("link", { name: "Undo" }).click();
  await expect(page.getByRole("dialog")).toContainText("7 contracts will get their former values back");
  await expectUsablePage(page);
  const undo = page.getByRole("row", { name: "Undo “Set delivery price to $9,999.50”" });
  await db.transaction(async (tx) => {
    // Locks on the contracts keep the undo from ending before the list has been opened.
    await tx.execute(sql`select from contracts where shop_id = ${shop.id}::bigint for update`);
    await page.getByRole("button", { name: "Undo for 7" }).click();
    await expect(page.getByRole("heading", { name: "Undo “Set delivery price to $9,999.50”" })).toBeVisible();
    await page.getByRole("link", { name: "Bulk changes" }).first().click();
    await expect(undo).toContainText("Running");
  });
  await expect(undo).toContainText("Completed");
  await expect(page.getByRole("link", { name: /^Undone by bulk change/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Undo bulk change/ })).toBeVisible();
  await expectUsablePage(page);
});

test("each change has its button in the list; the contract's history names it and links to it", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await page.goto("/admin/contracts?status=ACTIVE");
  const ticked = page.locator("tbody tr").first();
  await ticked.getByRole("checkbox").check();
  for (const name of ["Pause", "Resume", "Change delivery price", "Cancel contracts"])
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("radio", { name: "Selected contracts 1 Ada Osei" })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Pause/ })).toBeChecked();
  await expect(page.getByLabel("How much")).toBeHidden();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("link", { name: "Apply to it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply to it" }).click();
  await expect(page.getByRole("heading", { name: "Outcome" })).toBeVisible();
  const number = new URL(page.url()).pathname.split("/").at(-1);
  await page
    .getByRole("row", { name: /Changed/ })
    .getByRole("link")
    .click();
  await page.getByRole("link", { name: `Bulk change ${number}` }).click();
  await expect(page.getByRole("heading", { name: "Pause contracts" })).toBeVisible();
});

test("a price rise of 5 % for one product over 10,000 contracts: tried, applied, undone", {
  tag: ANY_WIDTH,
}, async ({ page, shop }) => {
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Coffee", variants: [{ title: "1 kg", price: "12.00" }] }, { title: "Tea" }],
  });
  const variantId = products[0]?.variantIds[0] ?? 0;
  await insertManyContracts(shop.id, 10_000);
  await db.execute(sql`
    insert into contract_lines (shop_id, contract_id, id, position, product_id, variant_id, title, quantity, current_price,
      taxable, requires_shipping, custom_attributes)
    select c.shop_id, c.id, gen_random_uuid(), 9, ${products[0]?.id ?? 0}, ${variantId}, 'Coffee', 1, 12, true, true, '[]'
    from contracts c where c.shop_id = ${shop.id}::bigint and c.delivery_price = 3 and c.status = 'ACTIVE'`);
  await db.execute(sql`
    update contracts set contract_amount = contract_amount + 12, order_amount = order_amount + 12
    where shop_id = ${shop.id}::bigint and delivery_price = 3 and status = 'ACTIVE'`);
  const readPrices = () =>
    db.execute(sql`select current_price::text as price, count(*)::int as lines from contract_lines
      where shop_id = ${shop.id}::bigint and variant_id = ${variantId} group by 1 order by 2`);

  await page.goto("/admin/bulk-automations/new");
  await page.getByRole("radio", { name: /Product price/ }).check();
  await page.getByLabel("Product", { exact: true }).selectOption("Coffee, 1 kg");
  await page.getByLabel("Change of price").selectOption("Raise by per cent");
  await page.getByLabel("Price or change").fill("5");
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "Raise the price of “Coffee, 1 kg” by 5%" })).toBeVisible();
  await expect(page.getByText("$12.60").first()).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Try on the first 5" }).click();
  await expect(page.getByRole("heading", { name: "The first 5 contracts are done" })).toBeVisible();
  expect(await readPrices()).toMatchObject([
    { price: "12.6000", lines: 5 },
    { price: "12.0000", lines: 10_002 },
  ]);
  await page.getByRole("button", { name: "Apply to the other 10,002" }).click();
  await expect(page.getByRole("heading", { name: "Outcome" })).toBeVisible({ timeout: 60_000 });
  await expectUsablePage(page);
  expect(await readPrices()).toMatchObject([{ price: "12.6000", lines: 10_007 }]);
  await page.getByRole("link", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo for 10,007" }).click();
  // The page of the change itself also shows an outcome, and the dialog has a heading.
  await expect(page.getByRole("heading", { level: 1, name: /^Undo “Raise/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Outcome" })).toBeVisible({ timeout: 60_000 });
  expect(await readPrices()).toMatchObject([{ price: "12.0000", lines: 10_007 }]);
});

test("of more products than a list shows, one is found by its name, and stays chosen with its change", async ({
  page,
  shop,
}) => {
  await db.execute(sql`
    insert into products (shop_id, id, title, handle, updated_at)
    select ${shop.id}::bigint, n, 'Blend ' || n, 'blend-' || n, now() from generate_series(1, 501) n`);
  await db.execute(sql`
    insert into variants (shop_id, id, product_id, title, price, available, requires_shipping, taxable, position, updated_at)
    select ${shop.id}::bigint, 1000 + n, n, 'Default', 10, true, true, true, 0, now() from generate_series(1, 501) n`);
  const last = await insertCatalogue(shop.id, { products: [{ title: "Yirgacheffe" }] });
  await page.goto("/admin/bulk-automations/new");
  await page.getByRole("radio", { name: /Swap a product/ }).check();
  await page.getByLabel("Find products and plans").fill("yirga");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("New product").selectOption({ label: "Yirgacheffe" });
  await expect(page.getByLabel("New product")).toHaveValue(String(last.products[0]?.variantIds[0]));
  await expectUsablePage(page);
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("all contracts are planned, applied and watched", async ({ page }) => {
    await page.goto("/admin/bulk-automations/new");
    await page.getByRole("radio", { name: /All contracts/ }).check();
    await page.getByLabel("How", { exact: true }).selectOption("Raise by per cent");
    await page.getByLabel("How much").fill("10");
    await page.getByRole("button", { name: "Preview" }).click();
    // The page reloads its data until the plan is there.
    await page.getByRole("link", { name: "Apply to all 7" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply to all 7" }).click();
    await expect(page.getByRole("heading", { name: "Outcome" })).toBeVisible();
  });
});
