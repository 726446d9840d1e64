import { type Page, test as testUnwatched } from "@playwright/test";
import { COLOUR_RULES, findViolations } from "../support/axe";
import { measureOverflow } from "../support/documents";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

const OPERATION = "/api/docs#?route=get-/api/external/v2/subscription-contract-details";

/** Light and dark differ by a media query in the styles, and only in colours. */
async function expectNothingFound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findViolations(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findViolations(page, COLOUR_RULES), "in dark").toEqual([]);
}

for (const [what, url, text] of [
  ["overview", "/api/docs", "Unknown query parameters are ignored"],
  ["operation", OPERATION, "havingProductsDeletedFromStore"],
  ["authentication", "/api/docs#?route=auth", "Sends X-API-Key in header"],
] as const) {
  test(`the ${what} of the API documentation is rendered, and axe finds nothing, light and dark`, async ({
    page,
  }) => {
    await page.goto(url);
    await expect(page.getByText(text).first()).toBeAttached();
    await expectNothingFound(page);
  });
}

test("axe finds nothing on the pages of problems, light and dark", async ({ page }) => {
  for (const url of ["/problems", "/problems/invalid_request"]) {
    await page.goto(url);
    await expectNothingFound(page);
  }
});

test("the anchor that deprecation headers link to is on the page, with and without scripts", {
  tag: ANY_WIDTH,
}, async ({ browser, page }) => {
  await page.goto("/api/docs#api-key");
  await expect(page.locator("#api-key")).toBeInViewport();
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const plain = await bare.newPage();
  await plain.goto("/api/docs#api-key");
  await expect(plain.locator("#api-key")).toContainText("X-API-Key");
  await bare.close();
});

test("no name of a parameter breaks inside", async ({ page }) => {
  await page.goto(OPERATION);
  const name = page.getByText("havingProductsDeletedFromStore", { exact: true });
  await expect(name).toBeVisible();
  const names = await page.locator(".param-name").evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      // Each line of text is a rectangle; the asterisk of a required field may be one of its own.
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return {
        text: element.textContent,
        lines: lines.size,
        isCut: element.scrollWidth > element.clientWidth,
      };
    }),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(({ lines, isCut }) => lines !== 1 || isCut)).toEqual([]);
});

test("the whole reference can be read without scripts, and axe finds nothing in it", async ({
  browser,
  page,
}) => {
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const docs = await bare.newPage();
  await docs.goto("/api/docs");
  await docs.getByRole("link", { name: "on a page of their own" }).click();
  await expect(docs.getByRole("heading", { name: "List contracts" })).toBeVisible();
  await expect(docs.getByText("PUT /api/external/v2/subscription-bundling/update")).toBeVisible();
  await bare.close();
  await page.goto("/api/docs/plain");
  expect(await findViolations(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});

test("operations are reached from the keyboard", { tag: ANY_WIDTH }, async ({ page }) => {
  // The narrow layout shows all of them below each other, without a menu.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/api/docs");
  await page.getByRole("link", { name: "List contracts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("havingProductsDeletedFromStore").first()).toBeVisible();
});

// Without the console check: the console reports the 401.
testUnwatched(
  "a call can be tried from the keyboard, and its answer is shown",
  { tag: ANY_WIDTH },
  async ({ page }) => {
    await page.goto(OPERATION);
    await page.getByRole("button", { name: "Execute" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Unauthorized (401)")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  },
);
