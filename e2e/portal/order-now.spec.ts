import { refundOrder } from "../../app/features/billing/charging/refund.service.server";
import { DEFAULT_PORTAL_SETTINGS } from "../../app/features/portal-settings/portal-settings";
import { savePortalSettings } from "../../app/features/portal-settings/portal-settings.repo.server";
import { db } from "../../db/client.server";
import { createTestGatewayShop, listOrdersOf } from "../../test/support/calls/billing";
import { testAudit } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage, findViolations } from "../support/axe";
import { measureOverflow, openNext } from "../support/documents";
import { insertAda, linkOf } from "../support/portal";
import { expect, test } from "../support/test";

test("the merchant switches it on → order now → the receipt, refunded in part", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee", currencyCode: "EUR" });
  await savePortalSettings(db, shop.id, {
    ...DEFAULT_PORTAL_SETTINGS,
    shopAddress: "Lindenstraße 12\n10115 Berlin",
    updatedAt: new Date(),
  });
  const { customerId } = await insertAda(shop);
  await useSession(context, baseURL, shop);
  await page.goto("/admin/portal");
  await page.getByLabel("Have the next order now (charged at once)").check();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Portal saved")).toBeVisible();
  await expect(page.getByText("Lindenstraße 12")).toBeVisible();
  await expectUsablePage(page);

  const look = async () => {
    await page.emulateMedia({ colorScheme: "light" });
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  };
  await page.goto(await linkOf(shop, customerId));
  await openNext(page, () => page.getByRole("link", { name: "Order now" }).click());
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await look();
  await openNext(page, () => page.getByRole("button", { name: /^Order now for/ }).click());
  await expect(page.getByRole("status")).toContainText("Paid. We’re preparing your order");
  await look();

  const [order] = await listOrdersOf(shop.id);
  const now = new Date();
  const caller = { shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now };
  await refundOrder(caller, order?.attemptId ?? 0, { amount: "1.50" });
  await openNext(page, () => page.getByRole("link", { name: /^Receipt: Order/ }).click());
  await expect(page.getByText("After refunds")).toBeVisible();
  await expect(page.getByText("10115 Berlin").first()).toBeVisible();
  await look();
  await openNext(page, () => page.getByRole("link", { name: "Past orders" }).click());
  await expect(page.getByText("€1.50 refunded")).toBeVisible();
  await look();
  await page.goto("/admin/orders?tab=paid&sort=amount,desc");
  await expectUsablePage(page);
  await page.goto("/admin/orders?tab=held");
  await expectUsablePage(page);
});
