import { measureOverflow } from "../support/documents";
import { expect, test } from "../support/test";

test("the server answers, names the request, and has no sideways scrolling on its first page", async ({
  page,
}) => {
  const response = await page.goto("/healthz");
  expect(response?.status()).toBe(200);
  expect(response?.headers()["x-request-id"]).toBeTruthy();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});
