import type { Page } from "@playwright/test";
import { DEFAULT_BILLING_SETTINGS } from "../../app/features/billing/settings/billing-settings";
import { saveBillingSettings } from "../../app/features/billing/settings/billing-settings.repo.server";
import { db } from "../../db/client.server";
import { billedMonthly, createTestGatewayShop } from "../../test/support/calls/billing";
import { inDaysAtNine } from "../../test/support/data/days";
import { insertCustomer } from "../../test/support/data/factories";
import { openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

/** Refusals are drawn with their status, and the browser reports each. */
test.use({ expectedStatuses: [400, 409] });

/**
 * Of two who refund a part at once, the second is refused, sees why, and what they wanted to refund; without scripts,
 * where the answer is a page of its own.
 */
async function refuseSecondRefund(page: Page, other: Page): Promise<void> {
  const address = new URL(page.url());
  for (const [name, value] of [
    ["action", "refund"],
    ["amount", "2"],
    ["reason", "Late"],
  ] as const)
    address.searchParams.set(name, value);
  address.searchParams.delete("done");
  for (const each of [page, other]) await each.goto(address.href);
  const refund = (of: Page) => of.getByRole("button", { name: "Refund $2.00" });
  await refund(page).click();
  // Only when the dialog has gone is the refund made: the page behind it has words such as "later", too.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Late", { exact: true }).first()).toBeVisible();
  await refund(other).click();
  await expect(other.getByRole("dialog").getByRole("alert")).toContainText("meanwhile");
  await expect(refund(other)).toBeVisible();
}

test("a week on → paid and declined → tried again → paid; then a part of it is refunded", async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  // Not tried again within the week.
  const retries = { days: [5], endAction: "pause" } as const;
  await saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, retries }, new Date());
  for (const [firstName, lastDigits] of [
    ["Ada", "4242"],
    ["Grace", "0119"],
  ] as const) {
    const { id: customerId } = await insertCustomer(shop.id, { firstName, lastName: "Miller" });
    await billedMonthly(shop, { customerId, lastDigits, nextBillingDate: inDaysAtNine(3) });
  }
  await useSession(context, baseURL, shop);
  await page.goto("/admin");
  await expect(page.getByText("Test gateway: no money moves.")).toBeVisible();
  await page.getByRole("button", { name: "A week on" }).click();
  await expect(page.getByText("it stands still until you move it forward")).toBeVisible();
  await expectUsablePage(page);

  await openNavigation(page);
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const tabs = page.getByRole("navigation", { name: "Orders by state" });
  const open = async (name: RegExp) => {
    await tabs.getByRole("link", { name }).click();
    await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  };
  await open(/^Paid/);
  await expect(page.getByRole("row", { name: "Ada Miller" })).toContainText("$10.00");
  await expectUsablePage(page);
  await open(/^In dunning/);
  await expect(page.getByText("In dunning now")).toBeVisible();
  const failed = page.getByRole("row", { name: "Grace Miller" });
  await expect(failed).toContainText("Something went wrong at the bank");
  await expectUsablePage(page);

  await failed.getByRole("link", { name: /^Order of/ }).click();
  await expect(page.getByText("May succeed later.")).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Try to charge $10.00 again?" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Charge $10.00" }).click();
  await expect(page.getByRole("heading", { name: "As sold" })).toBeVisible();

  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("At most 10.00 USD can be refunded.")).toBeVisible();
  await page.getByLabel("Amount").fill("4");
  await page.getByLabel("Reason").fill("Broken pot");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Refund $4.00" }).click();
  await expect(page.getByText("Kept")).toBeVisible();
  await expect(page.getByText("Broken pot").first()).toBeVisible();
  await expectUsablePage(page);
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  await useSession(withoutScripts, baseURL, shop);
  await refuseSecondRefund(page, await withoutScripts.newPage());
  await withoutScripts.close();
  await page.getByRole("link", { name: "Orders", exact: true }).last().click();
  await expect(page.getByText("Recovered so far")).toBeVisible();
});

test("billing settings: the days are drawn while one types, what is wrong is named, and they are saved", async ({
  page,
  context,
  shop,
  baseURL,
}) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/settings/billing");
  const plan = page.getByRole("figure", { name: "Failed payments: days" });
  await expect(plan).toContainText("6 more tries in 14 days");
  const tries = page.locator("#field-retry-0-tries");
  await tries.fill("3");
  await expect(plan).toContainText("8 more tries in 16 days");
  await tries.fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert")).toContainText("Use a whole number from 1 to 15.");
  await expectUsablePage(page);
  await tries.fill("2");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Billing settings saved")).toBeVisible();
  await expect(plan).toContainText("7 more tries in 15 days");
});
