import type { Page } from "@playwright/test";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { holdScripts } from "../support/hold";
import { expect, test } from "../support/test";

/** The dialog as the server has rendered it, without scripts; the returned function lets its scripts load. */
async function openBeforeScripts(page: Page, url: string): Promise<() => Promise<void>> {
  const bringScripts = await holdScripts(page);
  await page.goto(url, { waitUntil: "commit" });
  await expect(page.getByRole("dialog")).toBeVisible();
  return async () => {
    bringScripts();
    await expect(page.locator("dialog:modal")).toBeVisible();
  };
}

// All other files run with reduced motion.
test.use({ contextOptions: { reducedMotion: "no-preference" } });
test.beforeEach(async ({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("a press that begins before a dialog's scripts and ends after them counts", async ({ page, shop }) => {
  const { subscriptionContractId: id } = await insertContract(shop.id);
  const wakeUp = await openBeforeScripts(page, `/admin/contracts/${id}?action=pause`);
  await page.getByRole("button", { name: "Pause contract" }).hover();
  await page.mouse.down();
  await wakeUp();
  await page.mouse.up();
  await expect(page.getByText("Contract paused", { exact: true }).first()).toBeVisible();
});

test("what has the focus in a dialog keeps it when the scripts come", async ({ page, shop }) => {
  const { subscriptionContractId: id } = await insertContract(shop.id);
  const wakeUp = await openBeforeScripts(page, `/admin/contracts/${id}?action=pause`);
  await page.getByRole("button", { name: "Pause contract" }).focus();
  await wakeUp();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Contract paused", { exact: true }).first()).toBeVisible();
});
