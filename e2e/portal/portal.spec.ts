import type { Page } from "@playwright/test";
import {
  expiredLinkOf,
  insertAda,
  insertPlanned,
  linkOf,
  openShopStorefront,
  PORTAL_PATH,
  visitStorefront,
  waitForMailedLink,
} from "../support/portal";
import { expect, test } from "../support/test";

/** Everything here works without scripts: there are none. */
test.use({ javaScriptEnabled: false });

const notice = (page: Page) => page.getByRole("status");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** From the contract's page. */
async function skipAndUndo(page: Page): Promise<void> {
  const before = await page.locator(".when time").getAttribute("datetime");
  await page.getByRole("button", { name: "Skip this order", exact: true }).click();
  await expect(notice(page)).toContainText("Skipped. Your next order is on");
  await expect(page.locator(".when time")).not.toHaveAttribute("datetime", before ?? "");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page)).toContainText("after all");
  await expect(page.locator(".when time")).toHaveAttribute("datetime", before ?? "");
}

/** From the contract's page: refused once beside its field, then saved. */
async function changeAddress(page: Page): Promise<void> {
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
}

/** From an expired link to the page that the new one opens. */
async function askAgain(page: Page, mailedLink: () => Promise<string>): Promise<void> {
  await expect(heading(page)).toHaveText("This link has expired");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(heading(page)).toHaveText("Check your e-mail");
  await page.goto(await mailedLink());
}

/** From the contract's page: the offer is declined. */
async function cancelAfterAll(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Cancel subscription" }).click();
  await page.getByLabel("I have more than I need").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Skip this order" })).toBeVisible();
  await page.getByLabel("Anything else you’d like to tell us?").fill("Too many beans");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(notice(page)).toContainText("Your subscription is cancelled.");
  await expect(page.getByRole("link", { name: "Restart subscription" })).toBeVisible();
}

/** In German: from the list of two contracts into one, which is paused and resumed. */
async function pauseOneOfTwo(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText("Ihre Abos");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Abendtee + 1");
  await page.getByRole("link", { name: "Verwalten Abendtee + 1" }).click();
  await page.getByRole("button", { name: "Pausieren" }).click();
  await expect(notice(page)).toContainText("Pausiert.");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(notice(page)).toContainText("Willkommen zurück.");
  await page.getByRole("link", { name: "Alle Abos" }).click();
  await expect(heading(page)).toHaveText("Ihre Abos");
}

test("link → skip → undo, in two taps", async ({ page, shop }) => {
  const { customerId } = await insertAda(shop);
  await page.goto(await linkOf(shop, customerId));
  await skipAndUndo(page);
});

test.describe("refused forms", () => {
  test.use({ expectedStatuses: [400] });
  test("link → address, refused once beside its field, then saved", async ({ page, shop }) => {
    const { customerId } = await insertAda(shop);
    await page.goto(await linkOf(shop, customerId));
    await changeAddress(page);
  });
});

test.describe("an old link", () => {
  test.use({ expectedStatuses: [401] });
  test("expired link → new mail → link → cancel with the offer declined", async ({ page, shop, baseURL }) => {
    const { customerId } = await insertAda(shop);
    await page.goto(await expiredLinkOf(shop, customerId));
    await askAgain(page, async () => {
      const { pathname, search } = new URL(await waitForMailedLink(shop, "ada@customer.example"));
      return `${baseURL}${pathname}${search}`;
    });
    await cancelAfterAll(page);
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("two contracts: from the list into one, paused and resumed", async ({ page, shop }) => {
    const { customerId } = await insertAda(shop);
    await insertPlanned(shop, customerId, "Abendtee", 4);
    await page.goto(await linkOf(shop, customerId));
    await pauseOneOfTwo(page);
  });
});

test("all of it through a storefront that signs, forwards only its sub-path and strips cookies", async ({
  browser,
  shop,
  baseURL: app = "",
}) => {
  const { customerId } = await insertAda(shop);
  const storefront = await openShopStorefront(app, shop);
  try {
    await visitStorefront(storefront, { browser, customerId, locale: "en-US" }, async (page) => {
      await page.goto(`/${PORTAL_PATH}`);
      await skipAndUndo(page);
      await changeAddress(page);
    });
    await insertPlanned(shop, customerId, "Abendtee", 4);
    await visitStorefront(storefront, { browser, customerId, locale: "de-DE" }, async (page) => {
      await page.goto(`/${PORTAL_PATH}`);
      await pauseOneOfTwo(page);
    });
    // Nobody is signed in on the platform: the visitor has only the link.
    await visitStorefront(storefront, { browser, customerId: null, locale: "en-US" }, async (page) => {
      await page.goto(await expiredLinkOf(shop, customerId));
      await askAgain(page, () => waitForMailedLink(shop, "ada@customer.example"));
      expect(new URL(page.url()).origin).toBe(storefront.origin);
      await page.getByRole("link", { name: "Manage Abendtee + 1" }).click();
      await cancelAfterAll(page);
    });
  } finally {
    await storefront.close();
  }
});

test("by keyboard alone: past the head, skip, and back", async ({ page, shop }) => {
  const { customerId } = await insertAda(shop);
  await page.goto(await linkOf(shop, customerId));
  const focused = page.locator(":focus");
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Skip to content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Change date");
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Skip this order");
  await expect(focused).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await expect(notice(page)).toContainText("Skipped.");
  // Past the skip link and the shop's name.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Undo");
  await page.keyboard.press("Enter");
  await expect(notice(page)).toContainText("after all");
});
