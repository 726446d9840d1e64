import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { expect, test } from "vitest";
import { shouldRevalidate } from "../../app/ui/hooks/should-revalidate";

const ROUTES = "app/routes";
const ORIGIN = "https://shop.example";

/** Whether a page is loaded again by a move from one address to another. */
const isReadAgain = (from: string, to: string, more: Partial<Parameters<ShouldRevalidateFunction>[0]> = {}) =>
  shouldRevalidate({
    currentUrl: new URL(from, ORIGIN),
    nextUrl: new URL(to, ORIGIN),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...more,
  });

test("a page is not loaded again when only the code of a success leaves its address", () => {
  expect(isReadAgain("/admin/settings?done=saved", "/admin/settings")).toBe(false);
  expect(isReadAgain("/admin/bundles?q=a+b&done=saved&page=1", "/admin/bundles?q=a+b&page=1")).toBe(false);
});

test.each([
  ["another filter", "/admin/bundles?q=a&done=saved", "/admin/bundles?q=b"],
  ["another page", "/admin/bundles?done=saved", "/admin/orders"],
  ["a form's success", "/admin/settings", "/admin/settings?done=saved"],
  ["the next form's success", "/admin/settings?done=saved", "/admin/settings?done=proven"],
  ["the same form's success again", "/admin/settings?done=saved", "/admin/settings?done=saved"],
  ["the page's data read again", "/admin/settings", "/admin/settings"],
])("%s loads the page again", (_, from, to) => {
  expect(isReadAgain(from, to)).toBe(true);
});

test("a trial of a form loads nothing", () => {
  const formData = new FormData();
  formData.set("tryOut", "1");
  expect(isReadAgain("/admin/contracts/1", "/admin/contracts/1", { formData })).toBe(false);
});

test("each page that reports a success leaves its data as they are when the code leaves the address", () => {
  const reporting = readdirSync(ROUTES)
    .map((name) => ({ name, text: readFileSync(join(ROUTES, name), "utf8") }))
    .filter(({ text }) => /<DoneNote\b|\bdone=\{/.test(text));
  expect(reporting.length).toBeGreaterThan(20);
  const without = reporting.filter(
    ({ text }) => !text.includes('export { shouldRevalidate } from "~/ui/hooks/should-revalidate";'),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
