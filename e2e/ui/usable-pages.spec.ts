import { findViolations } from "../support/axe";
import { inOneDocument } from "../support/documents";
import { hold } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

const TEXT = "color: #767676; font-size: 16px";
const toPage = (main: string) =>
  `<html lang="en"><title>Colours</title><main><h1>Colours</h1>${main}</main></html>`;

for (const { what, main } of [
  { what: "too pale", main: '<p style="color: #aaa">Pale</p>' },
  {
    what: "on a darker box",
    main: `<p style="background: #ddd"><b style="${TEXT}; font-weight: 400">Dim</b></p>`,
  },
  {
    what: "in a box one can half see through",
    main: `<div style="opacity: 0.7"><p style="${TEXT}">Dim</p></div>`,
  },
])
  test(`text that was readable elsewhere is found ${what} ${ANY_WIDTH}`, async ({ page }) => {
    await page.setContent(toPage(`<p style="${TEXT}">Readable</p>`));
    expect(await findViolations(page)).toEqual([]);
    await page.setContent(toPage(`<p style="${TEXT}">Readable</p>${main}`));
    expect(await findViolations(page)).toEqual([expect.stringContaining("color-contrast")]);
  });

test.describe("what is checked is the page that was asked for", { tag: ANY_WIDTH }, () => {
  test("a page that is being left is refused", async ({ page }) => {
    await page.goto("/problems");
    const { held, release } = hold();
    await page.route("**/problems/*", async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest("**/problems/*");
    // A click by the browser's driver could wait until the next page is there.
    await page.evaluate(() => document.querySelector<HTMLElement>("a[href$=invalid_request]")?.click());
    await asked;
    await expect(findViolations(page)).rejects.toThrow(/problems is checked although it is being left for/);
    release();
    await expect(page).toHaveURL("/problems/invalid_request");
    expect(await findViolations(page)).toEqual([]);
  });

  test("a page that is left meanwhile is refused", async ({ page }) => {
    await page.goto("/problems");
    const leave = () => page.goto("/problems/invalid_request");
    await expect(inOneDocument(page, leave)).rejects.toThrow(/went from \/problems .* to \/problems\/inv/);
  });
});
