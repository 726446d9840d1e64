import { sql } from "drizzle-orm";
import { db } from "../db/client.server";
import { insertContract, insertCustomer } from "../test/support/factories";
import { useSession } from "./support/admin";
import { expectUsablePage } from "./support/axe";
import { ANY_WIDTH } from "./support/tags";
import { expect, test } from "./support/test";

test.beforeEach(async ({ context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  const customer = await insertCustomer(shop.id, { firstName: "Ada", lastName: "Osei" });
  for (let number = 0; number < 7; number++)
    await insertContract(shop.id, { customerId: customer.id, deliveryPrice: "3.00" });
  await insertContract(shop.id, { customerId: customer.id, status: "CANCELLED" });
});

test("from the list's selection to a preview, tried on five, applied to all, watched, and undone", async ({
  page,
  shop,
}) => {
  await page.goto("/admin/contracts");
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Change delivery price" }).click();
  await expect(page.getByRole("radio", { name: "Selected contracts, by ID" })).toBeChecked();
  expect((await page.getByLabel("Ids", { exact: true }).inputValue()).split("\n")).toHaveLength(8);
  await expectUsablePage(page);

  await page.getByLabel("New delivery price").fill("9999.50");
  await page.getByRole("button", { name: "Preview" }).click();
  const trial = page.getByRole("button", { name: "Try on the first 5" });
  await expect(trial).toBeVisible();
  await expect(page.getByText("$21.00")).toBeVisible();
  await expect(page.getByText("1 cancelled")).toBeVisible();
  await expectUsablePage(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the full plan (CSV)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^bulk-automation-\d+\.csv$/);

  await trial.click();
  await expect(page.getByRole("heading", { name: "The first 5 are done" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Apply to the other 2" }).click();
  await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Changed" })).toHaveCount(7);
  await expectUsablePage(page);

  await page.getByRole("link", { name: "Undo" }).click();
  await expect(page.getByRole("dialog")).toContainText("7 contracts go back to their previous values");
  await expectUsablePage(page);
  const undo = page.getByRole("row", { name: "Undo “Delivery price to $9,999.50”" });
  await db.transaction(async (tx) => {
    // Held by somebody else, the contracts keep the undo from ending before the list has been opened.
    await tx.execute(sql`select from contracts where shop_id = ${shop.id}::bigint for update`);
    await page.getByRole("button", { name: "Undo for 7" }).click();
    await expect(page.getByRole("heading", { name: "Undo “Delivery price to $9,999.50”" })).toBeVisible();
    await page.getByRole("link", { name: "Bulk changes" }).first().click();
    await expect(undo).toContainText("Running");
  });
  await expect(undo).toContainText("Completed");
  await expect(page.getByRole("link", { name: /^Undone by task/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Undo task/ })).toBeVisible();
  await expectUsablePage(page);
});

test.describe("ids from a file", { tag: ANY_WIDTH }, () => {
  test.use({ expectedStatuses: [400] });

  test("the wrong ones are named, and what is right goes into the preview", async ({ page, shop }) => {
    const right = await insertContract(shop.id, { deliveryPrice: "3.00" });
    const upload = (text: string) =>
      page.getByLabel("Or from a file of IDs").setInputFiles({
        name: "ids.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(text),
      });
    await page.goto("/admin/bulk-automations/new");
    await page.getByRole("radio", { name: "Selected contracts, by ID" }).check();
    await upload(`${right.subscriptionContractId}\r\n4711, ten`);
    await expect(page.getByText("ids.csv is in the field above.")).toBeVisible();
    await page.getByLabel("New delivery price").fill("4.50");
    await page.getByRole("button", { name: "Preview" }).click();
    const wrong = page.getByRole("list", { name: "IDs that are not valid" }).getByRole("listitem");
    await expect(wrong).toHaveCount(2);
    await expect(wrong.filter({ hasText: "4711" })).toBeVisible();
    await expect(wrong.filter({ hasText: "ten" })).toBeVisible();
    await upload(String(right.subscriptionContractId));
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("link", { name: /^Apply/ })).toBeVisible();
  });
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("all contracts are planned, applied and watched", async ({ page }) => {
    await page.goto("/admin/bulk-automations/new");
    await page.getByRole("radio", { name: /All contracts/ }).check();
    await page.getByLabel("New delivery price").fill("2.25");
    await page.getByRole("button", { name: "Preview" }).click();
    // The page loads itself anew until the plan is there.
    await page.getByRole("link", { name: "Apply to all 7" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply to all 7" }).click();
    await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  });
});
