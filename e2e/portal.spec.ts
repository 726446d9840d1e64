import type { Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { db } from "../db/client.server";
import { mails } from "../db/schema/mails";
import { shops } from "../db/schema/shops";
import {
  insertCatalogue,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../test/support/factories";
import { customerToken } from "../test/support/portal";
import { isNarrow } from "./support/admin";
import { findViolations } from "./support/axe";
import { openStorefront } from "./support/storefront";
import { expect, test } from "./support/test";

/** Everything here works without scripts: there are none. */
test.use({ javaScriptEnabled: false });

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const PATH = "apps/memberships/cp";

async function insertPlanned(shop: TestShop, customerId: number, title: string, firstDay = 10) {
  const { products } = await insertCatalogue(shop.id, { products: [{ title }, { title: "Oat biscuits" }] });
  return insertContract(shop.id, {
    customerId,
    currencyCode: "EUR",
    nextBillingDate: inDays(firstDay),
    deliveryAddress: {
      firstName: "Ada",
      lastName: "Lovelace",
      company: null,
      address1: "Gartenweg 5",
      address2: null,
      city: "Berlin",
      province: null,
      provinceCode: null,
      country: "Germany",
      countryCode: "DE",
      zip: "10115",
      phone: null,
    },
    paymentMethodId: await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits: "4242" }),
    lines: products.map(({ id, variantIds }, index) => ({
      title: index === 0 ? title : "Oat biscuits",
      productId: id,
      variantId: variantIds[0],
    })),
    attempts: [
      { billingDate: inDays(-20), status: "SUCCESS", orderName: "#1001", orderAmount: "20.00" },
      ...[0, 30, 60].map((days) => ({ billingDate: inDays(firstDay + days) })),
    ],
  });
}

async function insertAda(shop: TestShop) {
  const { id } = await insertCustomer(shop.id, { firstName: "Ada", email: "ada@customer.example" });
  const contract = await insertPlanned(shop, id, "Morning blend");
  return { customerId: id, contract };
}

const linkOf = async (shop: TestShop, customerId: number) =>
  `/${PATH}?token=${await customerToken(shop, customerId)}`;

const notice = (page: Page) => page.getByRole("status");

test("link → skip → undo, in two taps", async ({ page, shop }) => {
  const { customerId } = await insertAda(shop);
  await page.goto(await linkOf(shop, customerId));
  const before = await page.locator(".when time").getAttribute("datetime");
  await page.getByRole("button", { name: "Skip this order", exact: true }).click();
  await expect(notice(page)).toContainText("Skipped. Your next order comes on");
  await expect(page.locator(".when time")).not.toHaveAttribute("datetime", before ?? "");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page)).toContainText("after all");
  await expect(page.locator(".when time")).toHaveAttribute("datetime", before ?? "");
});

test.describe("refused forms", () => {
  test.use({ expectedStatuses: [400] });
  test("link → address, refused once beside its field, then saved", async ({ page, shop }) => {
    const { customerId } = await insertAda(shop);
    await page.goto(await linkOf(shop, customerId));
    await page.getByRole("link", { name: "Change address" }).click();
    await page.getByLabel("Street and number").fill("شارع الحمراء ١٢");
    await page.getByLabel("Postcode").fill("not one");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("Please check these fields:");
    await expect(page.getByLabel("Postcode")).toHaveAccessibleDescription("Please check the postcode.");
    await page.getByLabel("Postcode").fill("50667");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(notice(page)).toContainText("Your new address is saved.");
    await expect(page.locator("address")).toContainText("شارع الحمراء ١٢");
  });
});

test("link → something extra, found by name, two of it → in the next order and its total → taken out", async ({
  page,
  shop,
}) => {
  const { customerId } = await insertAda(shop);
  await insertCatalogue(shop.id, { products: [{ title: "Acacia honey", variants: [{ price: "7.50" }] }] });
  await page.goto(await linkOf(shop, customerId));
  const total = page.locator(".sum .all").last();
  const before = await total.textContent();
  await page.getByRole("link", { name: "Add something to your next order" }).click();
  await page.getByLabel("Find a product").fill("acacia");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("spinbutton", { name: /^Quantity: Acacia honey/ }).fill("2");
  await page.getByRole("button", { name: /^Add Acacia honey/ }).click();
  await expect(notice(page)).toContainText("Added to your next order.");
  await expect(page.getByRole("listitem").filter({ hasText: "Acacia honey" })).toContainText("€15.00");
  await expect(total).not.toHaveText(before ?? "");
  await page.getByRole("button", { name: "Remove: Acacia honey" }).click();
  await expect(notice(page)).toContainText("Taken out of your next order.");
  await expect(total).toHaveText(before ?? "");
});

test("through a storefront that signs, forwards only its sub-path and strips cookies: skip, cancel with the offer declined", async ({
  browser,
  shop,
  baseURL,
}) => {
  const { customerId } = await insertAda(shop);
  const storefront = await openStorefront(baseURL ?? "", {
    storeDomain: shop.shop.storeDomain,
    subPath: PATH,
    customerId,
  });
  try {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    const publicDomain = new URL(storefront.origin).host;
    await db.update(shops).set({ publicDomain }).where(eq(shops.id, shop.id));
    await page.goto(`${storefront.origin}/${PATH}`);
    await page.getByRole("button", { name: "Skip this order", exact: true }).click();
    await expect(notice(page)).toContainText("Skipped.");
    await page.getByRole("link", { name: "Cancel subscription" }).click();
    await page.getByLabel("I need a break").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Pause instead" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(notice(page)).toContainText("Your subscription is cancelled.");
    expect(await context.cookies()).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([storefront.origin]));
    await context.close();
    expect(storefront.refused).toEqual([]);
  } finally {
    await storefront.close();
  }
});

test.describe("an old link", () => {
  test.use({ expectedStatuses: [401] });
  test("expired link → new mail → link → cancel with the offer declined", async ({ page, shop }) => {
    const { customerId } = await insertAda(shop);
    const old = await customerToken(shop, customerId, new Date(Date.now() - 3 * 3_600_000));
    await page.goto(`/${PATH}?token=${old}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Please look into your e-mail");
    await expect
      .poll(() => findMailedToken(shop, "ada@customer.example"), { timeout: 15_000 })
      .not.toBeNull();
    await page.goto(`/${PATH}?token=${await findMailedToken(shop, "ada@customer.example")}`);
    await page.getByRole("link", { name: "Cancel subscription" }).click();
    await page.getByLabel("I have more than I need").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Skip this order" })).toBeVisible();
    await page.getByLabel("Anything else you would like to tell us?").fill("Too many beans");
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(notice(page)).toContainText("Your subscription is cancelled.");
    await expect(page.getByRole("link", { name: "Start again" })).toBeVisible();
  });
});

/** The token of the link in the mail that went to the address; null while none has. */
async function findMailedToken(shop: TestShop, recipient: string): Promise<string | null> {
  const rows = await db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.shopId, shop.id), eq(mails.recipient, recipient)));
  return /[?&]token=([\w.-]+)/.exec(rows[0]?.text ?? "")?.[1] ?? null;
}

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("two contracts: from the list into one, paused and resumed", async ({ page, shop }) => {
    const { customerId } = await insertAda(shop);
    await insertPlanned(shop, customerId, "Abendtee", 4);
    await page.goto(await linkOf(shop, customerId));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ihre Abos");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Abendtee + 1");
    await page.getByRole("link", { name: "Verwalten Abendtee + 1" }).click();
    await page.getByRole("button", { name: "Pausieren" }).click();
    await expect(notice(page)).toContainText("Pausiert.");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect(notice(page)).toContainText("Willkommen zurück.");
    await page.getByRole("link", { name: "Alle Abos" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ihre Abos");
  });
});

/** Every view, with what there is to see on it. */
const VIEWS = [
  "",
  "list",
  "reschedule",
  "address",
  "frequency",
  "line",
  "add",
  "cancel",
  "orders",
  "reactivate",
];
const LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "ja-JP"];

test.describe("every page", () => {
  // axe itself is a script of the test's own.
  test.use({ javaScriptEnabled: true });
  test.setTimeout(120_000);

  test("in every language, light and dark: nothing found by axe, large targets, nothing wider than 320 px or at 200 %", async ({
    page: testPage,
    browser,
    shop,
    baseURL,
  }) => {
    const { customerId, contract } = await insertAda(shop);
    const token = await customerToken(shop, customerId);
    // Each project takes its share: the page is 320 px wide in both.
    for (const [index, locale] of LOCALES.entries()) {
      if ((index % 2 === 1) !== isNarrow(testPage)) continue;
      const context = await browser.newContext({
        baseURL,
        locale,
        viewport: { width: 320, height: 640 },
        bypassCSP: true,
      });
      const page = await context.newPage();
      for (const view of VIEWS) {
        const query = new URLSearchParams({
          token,
          contract: String(contract.subscriptionContractId),
          view,
          line: contract.lines[0]?.id ?? "",
          ...(view === "cancel" && index % 2 === 1 && { reason: "too_much" }),
        });
        await page.goto(`/${PATH}?${query}`);
        // Colours do not depend on the language: dark is looked at in two of them.
        for (const colorScheme of index < 2 ? (["light", "dark"] as const) : (["light"] as const)) {
          await page.emulateMedia({ colorScheme });
          const where = `${view} in ${locale}, ${colorScheme}`;
          expect(await findViolations(page), where).toEqual([]);
        }
        const layout = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - window.innerWidth,
          small: [
            ...document.querySelectorAll("a[class], button, input:not([type=hidden]), select, textarea"),
          ]
            .filter(
              (element) =>
                !element.matches(".skip") && !(element.closest("label") && element.matches("input")),
            )
            .map((element) => ({
              text: element.outerHTML.slice(0, 80),
              box: element.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height < 44 || box.width < 44)
            .map(({ text, box }) => `${text} ${box.width} × ${box.height}`),
        }));
        expect(layout, `${view} in ${locale}`).toEqual({ overflow: 0, small: [] });
      }
      await context.close();
    }
  });
});
