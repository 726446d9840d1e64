import { listAdminPages } from "../../app/ui/shell/admin-pages";
import { insertStaff, PASSWORD } from "../../test/support/data/factories";
import { fillSignIn, isNarrow, openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { waitForStaffLink } from "../support/mailed-link";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test("who asks for a page of the admin signs in and is led to it", { tag: ANY_WIDTH }, async ({
  page,
  shop,
}) => {
  await page.goto("/admin/settings");
  await expect(page).toHaveTitle("Sign in · Perennial");
  await fillSignIn(page, shop.staff.email);
  await expect(page).toHaveURL("/admin/settings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
});

test("the sign-in page has nothing to find fault with", async ({ page }) => {
  await page.goto("/admin/sign-in");
  await expectUsablePage(page);
});

test("the keyboard alone signs in, walks the navigation and signs out", async ({ page, shop }) => {
  await page.goto("/admin/sign-in");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(shop.staff.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("correct horse battery");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.shop.name);

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();

  await openNavigation(page);
  if (!isNarrow(page)) await page.locator("summary", { hasText: shop.staff.name }).press("Enter");
  const dark = page.getByRole("radio", { name: "Dark" });
  await dark.focus();
  await page.keyboard.press("Space");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.keyboard.press("Escape");
  await expect(dark).toBeHidden();

  await page.keyboard.press("Enter");
  await expect(dark).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await expect(page).toHaveURL("/admin/sign-in");
});

test.describe("refused", () => {
  test.use({ expectedStatuses: [401, 429] });

  test("a wrong password gets a message that has the focus, and the e-mail stays", async ({ page, shop }) => {
    await page.goto("/admin/sign-in");
    await fillSignIn(page, shop.staff.email, "wrong horse battery");
    const problem = page.getByRole("alert");
    await expect(problem).toHaveText("The e-mail address or password is not correct.");
    await expect(problem).toBeFocused();
    await expect(page.getByLabel("E-mail")).toHaveValue(shop.staff.email);
    await expectUsablePage(page);
  });

  test("after too many tries it says when to try again, and a mailed link signs in at once", {
    tag: ANY_WIDTH,
  }, async ({ page, shop }) => {
    await page.goto("/admin/sign-in");
    const message = page.getByRole("alert");
    for (let i = 0; i < 11; i++) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await fillSignIn(page, shop.staff.email, "wrong horse battery");
      await answered;
    }
    await expect(message).toHaveText(/^Too many tries for this account\. Try again in 15 minutes\.$/);
    await expectUsablePage(page);

    await page.getByRole("button", { name: "Mail me a sign-in link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
    await expect(page).toHaveURL("/admin/sign-in-link?asked=true");
    await expectUsablePage(page);
    await page.goto(await waitForStaffLink(shop.staff.email, "sign_in_link"));
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/admin");
  });
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("signing in and out works all the same", async ({ page, shop }) => {
    await page.goto("/admin");
    await fillSignIn(page, shop.staff.email);
    await expect(page).toHaveURL("/admin");
    await page.goto("/admin/sign-out");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/admin/sign-in");
    await page.goto("/admin");
    await expect(page).toHaveURL(/sign-in/);
  });
});

test("a viewer is not offered what the role may not do", { tag: ANY_WIDTH }, async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  const viewer = await insertStaff(shop.id, "viewer");
  await useSession(context, baseURL, shop, viewer.id);
  await page.goto("/admin/settings");
  await openNavigation(page);
  await expect(page.getByRole("navigation").getByRole("link", { name: "API keys" })).toHaveCount(0);
  await expect(page.getByLabel("Shop name")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await expectUsablePage(page);
});

test("a viewer of a shop without contracts is led nowhere that the role may not go, and to no upload", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  const viewer = await insertStaff(shop.id, "viewer");
  await useSession(context, baseURL, shop, viewer.id);
  const asked = new Set<string>();
  for (const { to } of listAdminPages("viewer")) {
    await page.goto(to);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: /import (files|contracts)|edit the words/i })).toHaveCount(0);
    const links = await page.locator('main a[href^="/admin"]').all();
    for (const link of links) asked.add((await link.getAttribute("href")) ?? "");
  }
  expect(asked.size).toBeGreaterThan(10);
  for (const href of asked) expect([href, (await page.request.get(href)).status()]).toEqual([href, 200]);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "No contracts yet" })).toBeVisible();
  await expectUsablePage(page);
  await page.goto("/admin/contracts");
  await expect(page.getByText("Ask an editor or the owner to import them.")).toBeVisible();
});
