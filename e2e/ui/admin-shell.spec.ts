import { setStaffRole } from "../../app/features/staff/staff.repo.server";
import { db } from "../../db/client.server";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { createTestShop, insertContract, insertStaff } from "../../test/support/data/factories";
import { isNarrow, openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("a shop without contracts is led to its first import", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Three files and you are set up" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import files" })).toHaveAttribute("href", "/admin/imports");
  await expectUsablePage(page);
});

test("the home page counts, and each number opens a list of just as many", { tag: ANY_WIDTH }, async ({
  page,
  shop,
}) => {
  const catalogue = await insertCatalogue(shop.id, { products: [{ deletedAt: new Date() }] });
  const deleted = catalogue.products[0]?.id ?? null;
  await insertContract(shop.id, { nextBillingDate: new Date(), orderAmount: "12.50", currencyCode: "EUR" });
  for (let i = 0; i < 2; i++)
    await insertContract(shop.id, { lastPaymentStatus: "FAILED", nextBillingDate: null });
  for (let i = 0; i < 3; i++) await insertContract(shop.id, { status: "PAUSED", emailBouncedOrFailed: true });
  for (let i = 0; i < 4; i++)
    await insertContract(shop.id, { status: "EXPIRED", lines: [{ productId: deleted }] });
  await page.goto("/admin");
  await expectUsablePage(page);
  for (const [name, count] of [
    [/^Orders in the next 7 days 1 €12\.50/, 1],
    [/^Failed payments 2/, 2],
    [/^Bounced mail 3/, 3],
    [/^Deleted products 4/, 4],
    [/^Active 3$/, 3],
    [/^Expired 4$/, 4],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveTitle(/Contracts/);
    await expect(page.locator("tbody tr")).toHaveCount(count);
    await page.goBack();
    await expect(page).toHaveURL("/admin");
  }
});

test("the admin is dark when the system is, from the first paint, and stays as chosen", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin", { waitUntil: "commit" });
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await openNavigation(page);
  if (!isNarrow(page)) await page.locator(".pn-account > summary").click();
  await page.getByRole("radio", { name: "Light" }).check();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.reload();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("a page that is clicked during hydration still becomes interactive", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let i = 0; i < 3; i++) {
    await page.goto("/admin", { waitUntil: "commit" });
    const main = page.locator("main");
    // The colour scheme menu works once the scripts have loaded; until then the header is clicked again.
    const choice = page.getByRole("radio", { includeHidden: true }).first();
    while ((await choice.count()) === 0) await main.click({ position: { x: 4, y: 4 } });
    await expect(choice).toBeAttached();
  }
});

test("who goes to the search of a page the moment it is there keeps the focus", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  await page.goto("/admin/contracts");
  // Before anything that runs after the first paint.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('#main input[aria-label="Search customers"]');
      if (!field) return;
      observer.disconnect();
      field.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  const field = page.getByRole("searchbox", { name: "Search customers" });
  await expect(field).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(field).toBeFocused();
});

test("a jump within the page leaves open what is open", { tag: ANY_WIDTH }, async ({ page, shop }) => {
  await page.goto("/admin");
  await page.locator("summary", { hasText: shop.staff.name }).press("Enter");
  const appearance = page.getByRole("radio", { name: "Dark" });
  await expect(appearance).toBeVisible();
  // The browser jumps at once; the router notices later, when the focus may already be elsewhere.
  await page.evaluate(() => {
    history.pushState(null, "", "#main");
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  });
  await page.waitForFunction(() => Reflect.get(window, "__remixRouter").state.location.hash === "#main");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(appearance).toBeVisible();
});

test("who works in several shops switches between them", { tag: ANY_WIDTH }, async ({ page, shop }) => {
  const other = await createTestShop({ name: "Teehaus" });
  await setStaffRole(db, { shopId: other.id, staffId: shop.staff.id, role: "viewer" });
  await page.goto("/admin");
  await page.getByRole("link", { name: /Morgengold Coffee/ }).click();
  const change = page.getByRole("button", { name: "Switch to Teehaus" });
  await expect(change).toBeVisible();
  await expectUsablePage(page);
  await change.click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Teehaus");
});

test.describe("what is not there", () => {
  test.use({ expectedStatuses: [403, 404] });

  test("in the admin answers 404 within the shell, with a way back", async ({ page }) => {
    const response = await page.goto("/admin/nowhere");
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found · Perennial");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expectUsablePage(page);
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page).toHaveURL("/admin");
  });

  test("anywhere else answers 404 on a page of its own", async ({ page }) => {
    const response = await page.goto("/nowhere");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  });

  test("for the role answers 403 within the shell", async ({ page, context, baseURL, shop }) => {
    const editor = await insertStaff(shop.id, "editor");
    await useSession(context, baseURL, shop, editor.id);
    const response = await page.goto("/admin/api-keys");
    expect(response?.status()).toBe(403);
    await expect(page.getByText("This needs the role owner; yours is editor.")).toBeVisible();
    await expectUsablePage(page);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the navigation and the account open all the same", async ({ page, shop }) => {
    await page.goto("/admin");
    if (isNarrow(page)) await page.locator(".pn-disclosure > summary").click();
    else await page.locator(".pn-account > summary").click();
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    await page.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
    await expect(page.getByLabel("Shop name")).toHaveValue(shop.shop.name);
  });
});
