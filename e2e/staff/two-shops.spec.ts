import type { BrowserContext, Page } from "@playwright/test";
import { setStaffRole } from "../../app/features/staff/staff.repo.server";
import { db } from "../../db/client.server";
import { createTestShop, type TestShop } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

let other: TestShop;

test.beforeEach(async ({ context, baseURL, shop, page }) => {
  other = await createTestShop({ name: "Abendrot Tea" });
  await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "owner" });
  await useSession(context, baseURL, shop);
  await page.goto("/admin/settings");
});

async function switchInAnotherTab(context: BrowserContext): Promise<void> {
  const tab = await context.newPage();
  await tab.goto("/admin/switch-shop");
  await tab.getByRole("button", { name: "Switch to Abendrot Tea" }).click();
  await expect(tab).toHaveURL("/admin");
  await tab.close();
}

const shownShop = (page: Page) => page.locator(".pn-shop-name:visible");

async function expectNothingSaved(page: Page): Promise<void> {
  await expect(page).toHaveURL("/admin/switch-shop?switched=true");
  await expect(page.getByRole("alert")).toHaveText(
    "The page was not made for Abendrot Tea, the shop you are in now. Nothing was changed.",
  );
  await expect(shownShop(page)).toHaveText("Abendrot Tea");
  await page.goto("/admin/settings");
  await expect(page.getByLabel("Shop name")).toHaveValue("Abendrot Tea");
}

test("after a switch in another tab, a form of the first changes nothing, and the tab shows the shop it is in", {
  tag: ANY_WIDTH,
}, async ({ page, context }) => {
  await page.getByLabel("Shop name").fill("Morgenrot Coffee");
  await switchInAnotherTab(context);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/admin/switch-shop?switched=true");
  await expectUsablePage(page);
  await expectNothingSaved(page);
});

test("after a switch in another tab, the next page of the first shows the shop whose data it has", {
  tag: ANY_WIDTH,
}, async ({ page, context }) => {
  await expect(shownShop(page)).toHaveText("Morgengold Coffee");
  await switchInAnotherTab(context);
  await page.getByRole("link", { name: "Customers" }).click();
  await expect(page).toHaveURL("/admin/customers");
  await expect(shownShop(page)).toHaveText("Abendrot Tea");
});

test("in the shop of the session a person with two shops saves as ever", async ({ page }) => {
  await page.getByLabel("Shop name").fill("Morgenrot Coffee");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page).toHaveURL("/admin/settings");
  await page.reload();
  await expect(page.getByLabel("Shop name")).toHaveValue("Morgenrot Coffee");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a form of a page of the other shop changes nothing, either", async ({ page, context }) => {
    await page.getByLabel("Shop name").fill("Morgenrot Coffee");
    await switchInAnotherTab(context);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectNothingSaved(page);
  });
});
