import type { Page } from "@playwright/test";
import { untilInteractive, useSession } from "../support/admin";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

/** From now on the server's data says that it was made by another release than the tab's scripts. */
async function upgrade(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    expect(headers["x-release"]).toMatch(/^\w+$/);
    await route.fulfill({ response, headers: { ...headers, "x-release": "another" } });
  });
}

/** Whether the document is still the one that was marked. */
const MARK = "data-before-upgrade";
const mark = (page: Page) => page.evaluate((name) => document.documentElement.setAttribute(name, ""), MARK);
const isMarked = (page: Page) => page.evaluate((name) => document.documentElement.hasAttribute(name), MARK);

test.describe("a tab that was open when a new release was deployed", { tag: ANY_WIDTH }, () => {
  test("loads the next page as a document; without an upgrade it does not", async ({ page }) => {
    await page.goto("/admin/contracts");
    await mark(page);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Bundles" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Bundles" })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await upgrade(page);
    await menu.getByRole("link", { name: "Contracts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Contracts" })).toBeVisible();
    await untilInteractive(page);
    expect(await isMarked(page)).toBe(false);
  });

  test("keeps what somebody types while the page reads in the background", async ({ page }) => {
    await page.goto("/admin/notices/paused");
    await mark(page);
    await upgrade(page);
    await page.getByLabel("Subject").fill("Not saved yet");
    await page.evaluate(() => window.__remixRouter.revalidate());
    await page.waitForFunction(() => window.__remixRouter.state.revalidation === "idle");
    await expect(page.getByLabel("Subject")).toHaveValue("Not saved yet");
    expect(await isMarked(page)).toBe(true);
  });

  test("shows the secret of a key that it creates, and loads the page after it as a document", async ({
    page,
  }) => {
    await page.goto("/admin/api-keys");
    await mark(page);
    await upgrade(page);
    await page.getByLabel("Name").fill("Warehouse");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^prn_/);
    expect(await isMarked(page)).toBe(true);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contracts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Contracts" })).toBeVisible();
    await untilInteractive(page);
    expect(await isMarked(page)).toBe(false);
  });

  test("asks once whether to leave what is not saved", async ({ page }) => {
    await page.goto("/admin/notices/paused");
    await upgrade(page);
    await page.getByLabel("Subject").fill("Not saved yet");
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contracts" }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Contracts" })).toBeVisible();
    expect(questions).toEqual([]);
  });

  test("shows what it has saved", async ({ page }) => {
    await page.goto("/admin/notices/paused");
    await mark(page);
    await upgrade(page);
    await page.getByLabel("Subject").fill("Paused until spring");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForFunction((name) => !document.documentElement.hasAttribute(name), MARK);
    await untilInteractive(page);
    await expect(page.getByLabel("Subject")).toHaveValue("Paused until spring");
  });
});
