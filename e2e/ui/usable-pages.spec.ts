import { findViolations } from "../support/axe";
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
