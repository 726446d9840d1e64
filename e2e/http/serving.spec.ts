import { expect, test } from "../support/test";

test("the server answers, names the request, and has no sideways scrolling on its first page", async ({
  page,
}) => {
  const response = await page.goto("/healthz");
  expect(response?.status()).toBe(200);
  expect(response?.headers()["x-request-id"]).toBeTruthy();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
