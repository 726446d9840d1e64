import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { afterEach, expect, test, vi } from "vitest";
import { shouldRevalidate, shouldRevalidateShell } from "../../app/ui/hooks/should-revalidate";

const ROUTES = "app/routes";
const ORIGIN = "https://shop.example";

type Move = Parameters<ShouldRevalidateFunction>[0];

const toMove = (from: string, to: string, more: Partial<Move> = {}): Move => ({
  currentUrl: new URL(from, ORIGIN),
  nextUrl: new URL(to, ORIGIN),
  currentParams: {},
  nextParams: {},
  defaultShouldRevalidate: true,
  ...more,
});

/** Whether a page is loaded again by a move from one address to another. */
const isReadAgain = (from: string, to: string, more: Partial<Move> = {}) =>
  shouldRevalidate(toMove(from, to, more));

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

test("a form that is answered in place loads its page again, though the code of the success before leaves with it", () => {
  expect(isReadAgain("/admin/api-keys?done=revoked", "/admin/api-keys", { formMethod: "POST" })).toBe(true);
});

const dryRun = new FormData();
dryRun.set("tryOut", "1");

test("a dry run of a form loads nothing", () => {
  const address = "/admin/contracts/1?edit=next_date";
  expect(isReadAgain(address, address, { formMethod: "POST", formData: dryRun })).toBe(false);
});

test("a dry run that is answered while its form has been sent leaves the changed page to be loaded", () => {
  const [dialog, changed] = ["/admin/contracts/1?edit=next_date", "/admin/contracts/1?done=next_date"];
  expect(isReadAgain(dialog, changed, { formMethod: "POST", formData: dryRun })).toBe(true);
});

/** The shops of the person, as the router of the browser knows them. */
const withShops = (...shops: number[]) =>
  vi.stubGlobal("window", { __remixRouter: { state: { loaderData: { "routes/admin": { shops } } } } });
afterEach(() => void vi.unstubAllGlobals());

test.each<[string, boolean, string, string, Partial<Move>]>([
  ["stays for another page", false, "/admin", "/admin/orders", { defaultShouldRevalidate: false }],
  ["stays for another filter", false, "/admin/orders", "/admin/orders?q=a", {}],
  ["stays when the page's data are read again", false, "/admin/orders", "/admin/orders", {}],
  ["is loaded again after a form", true, "/admin/switch-shop", "/admin", { formMethod: "POST" }],
  [
    "is loaded again by the page that is opened before a form was answered",
    true,
    "/admin/switch-shop",
    "/admin/orders",
    {},
  ],
  [
    "is loaded again by that page also when its query is another",
    true,
    "/admin/account?intent=name",
    "/admin/orders",
    {},
  ],
])("what all pages show %s", (_, expected, from, to, more) => {
  withShops(1);
  expect(shouldRevalidateShell(toMove(from, to, more))).toBe(expected);
});

test("what all pages show is loaded again with every move of a person with several shops: another tab may have switched", () => {
  withShops(1, 2);
  expect(shouldRevalidateShell(toMove("/admin/orders", "/admin/orders?q=a"))).toBe(true);
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
