import { type BrowserContext, expect, type Page } from "@playwright/test";
import { PASSWORD, signIn, type TestShop } from "../../test/support/data/factories";

/** Fills in the sign-in form that is open. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Gives the browser a session, as if this member of staff (by default the owner) had signed in. */
export async function useSession(
  context: BrowserContext,
  baseURL: string | undefined,
  shop: TestShop,
  staffId = shop.staff.id,
): Promise<void> {
  const [name = "", value = ""] = (await signIn(shop.id, staffId)).split("=");
  await context.addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: "Lax" }]);
}

/**
 * Waits until the scripts of an admin page run, by the place of its toasts: before that keys and script-only buttons do
 * nothing, and links load whole documents. The attribute of the colour scheme is there earlier.
 */
export const untilInteractive = (page: Page): Promise<void> =>
  expect(page.locator("[data-portal] [data-position=bottom-right]")).toBeAttached();

export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 992;

/** On narrow screens the navigation is collapsed. */
export async function openNavigation(page: Page): Promise<void> {
  if (isNarrow(page)) await page.locator("summary[aria-label=Menu]").press("Enter");
}
