import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as Router from "@remix-run/router";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

const require = createRequire(import.meta.url);
// What the server runs is the patched CommonJS file; the ES module in the same package is as published.
const file = require.resolve("@remix-run/router");
const patched: typeof Router = require(file);
const original: typeof Router = await import(pathToFileURL(path.join(path.dirname(file), "router.js")).href);

const segment = fc.oneof(
  fc.constantFrom(
    "api",
    "apps",
    "cp",
    "v2",
    "contracts",
    "a",
    "A",
    "a.b",
    "a-b",
    "(x)",
    "é",
    "",
    "a?",
    "cp?",
  ),
  fc.constantFrom(":id", ":shop", ":id?", ":some-name"),
);
const routePath = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "", "", "/*", "*"))
  .map(([segments, end]) => segments.join("/") + end);

const { routes } = fc.letrec<{ routes: Router.AgnosticRouteObject[]; route: Router.AgnosticRouteObject }>(
  (tie) => ({
    routes: fc.array(tie("route"), { maxLength: 5 }),
    route: fc.oneof(
      { depthSize: "small" },
      fc.record({ index: fc.constant(true as const), path: fc.option(routePath, { nil: undefined }) }),
      fc.record({ path: routePath, caseSensitive: fc.boolean() }),
      fc.record({ path: fc.option(routePath, { nil: undefined }), children: tie("routes") }),
      fc.constant({ path: "*" }),
    ),
  }),
);
const url = fc
  .array(
    fc.constantFrom(
      "api",
      "apps",
      "cp",
      "v2",
      "contracts",
      "a",
      "A",
      "a.b",
      "x",
      "%C3%A9",
      "%2F",
      "%zz",
      "",
      "é",
      "1",
    ),
    {
      maxLength: 6,
    },
  )
  .chain((segments) =>
    fc.constantFrom(`/${segments.join("/")}`, `/${segments.join("/")}/`, `/shop/${segments.join("/")}`),
  );

/** Matches, or the message of what was thrown (an absolute child path of another parent). */
function outcome(
  router: typeof Router,
  table: Router.AgnosticRouteObject[],
  at: string,
  basename?: string,
): unknown {
  try {
    return router.matchRoutes(table, at, basename);
  } catch (error) {
    return String(error);
  }
}

test("the patched router matches any URL in any route table as the published one does, at first and again", () => {
  // Both warn of odd patterns and broken escapes, which are part of the test.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  fc.assert(
    fc.property(routes, fc.array(url, { minLength: 1, maxLength: 6 }), (table, urls) => {
      for (const at of [...urls, ...urls]) {
        for (const basename of [undefined, "/shop"]) {
          expect(outcome(patched, table, at, basename)).toEqual(outcome(original, table, at, basename));
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a route table is ranked once, however often it is matched", () => {
  let reads = 0;
  const counted = (name: string) => ({
    get path() {
      reads++;
      return name;
    },
  });
  const table = [counted("api/:id"), counted("api/contracts"), counted("*")];
  expect(patched.matchRoutes(table, "/api/contracts")?.[0]?.params).toEqual({});
  const before = reads;
  const again = patched.matchRoutes(table, "/api/7")?.[0]?.params;
  expect([before > 0, reads - before, again]).toEqual([true, 0, { id: "7" }]);
});

test("matches of one request do not leak into the next", () => {
  const table = [{ path: "contracts/:id" }];
  const first = patched.matchRoutes(table, "/contracts/1");
  const second = patched.matchRoutes(table, "/contracts/2");
  expect([first?.[0]?.params, second?.[0]?.params]).toEqual([{ id: "1" }, { id: "2" }]);
});

test("routes that are patched in after a first match are found", async () => {
  const router = patched
    .createRouter({ routes: [{ id: "root", path: "/" }], history: patched.createMemoryHistory() })
    .initialize();
  await router.navigate("/late");
  expect(router.state.errors).not.toBeNull();
  router.patchRoutes("root", [{ id: "late", path: "late" }]);
  await router.navigate("/late");
  expect(router.state.matches.at(-1)?.route.id).toBe("late");
  router.dispose();
});

test("the patch is made for the installed version, and every line it adds is there", () => {
  const { version } = require("@remix-run/router/package.json") as { version: string };
  const patch = readFileSync(path.resolve(`patches/@remix-run+router+${version}.patch`), "utf8");
  const added = [...patch.matchAll(/^\+(?!\+\+)(.*)$/gm)].map(([, line]) => line ?? "");
  const installed = readFileSync(file, "utf8");
  expect(added.length).toBeGreaterThan(10);
  expect(added.filter((line) => !installed.includes(line))).toEqual([]);
});
