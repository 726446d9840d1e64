import { setTestClock } from "../../app/features/billing/test-clock/test-clock.service.server";
import { billedMonthly, createTestGatewayShop, firstOrderOf } from "../../test/support/calls/billing";
import { inDays, inDaysAtNine } from "../../test/support/data/days";
import { insertCustomer, testAudit } from "../../test/support/data/factories";
import { findViolations } from "../support/axe";
import { measureOverflow } from "../support/documents";
import { openShopStorefront, visitStorefront, waitForMailedLink } from "../support/portal";
import { expect, test } from "../support/test";

test("a card declines → mail → pay now → another card → the bank asks → recovered, all without a script", async ({
  browser,
  baseURL: app = "",
  viewport,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  const storefront = await openShopStorefront(app, shop);
  const watcher = await browser.newContext({ viewport, bypassCSP: true, locale: "en-US" });
  const watching = await watcher.newPage();
  /** Checks the page as it is, with axe's script added. */
  const look = async (url: string) => {
    await watching.goto(url);
    expect(await findViolations(watching)).toEqual([]);
    expect(await measureOverflow(watching), url).toBe(0);
  };
  try {
    const { id: customerId } = await insertCustomer(shop.id, {
      firstName: "Ada",
      email: "ada@customer.example",
    });
    const contract = await billedMonthly(shop, {
      customerId,
      lastDigits: "0069",
      nextBillingDate: inDaysAtNine(1),
    });
    await setTestClock(shop.shop, inDays(2), testAudit(new Date()));
    const link = await waitForMailedLink(shop, "ada@customer.example");
    await visitStorefront(storefront, { browser, customerId: null, locale: "en-US" }, async (page) => {
      if (viewport) await page.setViewportSize(viewport);
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
      await expect(page.getByText(/^Your payment of \$10\.00 .* did not go through\.$/)).toBeVisible();
      await look(page.url());
      await page.getByRole("button", { name: "Pay $10.00 now" }).click();
      await expect(page.getByRole("alert")).toContainText("The payment did not go through.");
      await look(page.url());
      await page.getByRole("link", { name: "Use another card" }).click();
      await page.getByRole("button", { name: "Use another card" }).click();
      await expect(page.getByText("Test gateway: no money moves")).toBeVisible();
      await look(page.url());
      await page.getByLabel("needs the customer’s bank once").check();
      await page.getByRole("button", { name: "Use this card" }).click();
      await expect(page.getByRole("status")).toContainText("Your new card is saved.");
      // The worker may be the one that tries the payment.
      const readStatus = async () => (await firstOrderOf(contract)).status;
      await expect.poll(readStatus).toBe("ACTION_REQUIRED");
      await page.reload();
      await expect(page.getByText("Your bank wants you to confirm it.")).toBeVisible();
      await page.getByRole("button", { name: "Pay $10.00 now" }).click();
      await expect(page.getByRole("heading", { name: "Pay $10.00 to Morgengold Coffee?" })).toBeVisible();
      await look(page.url());
      await page.getByRole("button", { name: "Yes, pay $10.00" }).click();
      await expect(page.getByRole("status")).toContainText("Paid. Thank you!");
      await expect(page.getByText("Visa ending in 3155")).toBeVisible();
      await expect(page.getByRole("button", { name: "Pay $10.00 now" })).toHaveCount(0);
    });
  } finally {
    await watcher.close();
    await storefront.close();
  }
});
