/** patches/@remix-run+server-runtime: a request without `index` and `_routes` is handed on as it is. */
import { createRequire } from "node:module";
import type { createRequestHandler as CreateRequestHandler, ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);
// What the server runs is the patched CommonJS file.
const {
  createRequestHandler,
}: { createRequestHandler: typeof CreateRequestHandler } = require("@remix-run/server-runtime");

async function ask(url: string, init?: RequestInit) {
  let seen: Request | undefined;
  const answer = async ({ request }: { request: Request }) => {
    seen = request;
    return new Response(await request.text());
  };
  const route = { id: "any", path: "*", module: { loader: answer, action: answer } };
  const build = {
    entry: { module: { default: () => new Response() } },
    routes: { any: route },
    assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
    assetsBuildDirectory: "",
    publicPath: "",
    future: { v3_singleFetch: true },
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
  const request = new Request(url, init);
  const response = await createRequestHandler(build)(request);
  return { request, seen, text: await response.text() };
}

test.each(["http://a/x", "http://a/x?b=1&indexes=2", "http://a/x?q=index"])(
  "%s: the very request",
  async (url) => {
    const { request, seen } = await ask(url);
    expect(seen).toBe(request);
  },
);

test.each([
  ["http://a/x?index", "http://a/x"],
  ["http://a/x?index=&index=2&b=1", "http://a/x?b=1&index=2"],
  ["http://a/x?%69ndex&b=1", "http://a/x?b=1"],
  ["http://a/x?b=1&_routes=any", "http://a/x?b=1"],
])("%s: as published, without what is the framework's", async (url, expected) => {
  const { seen } = await ask(url);
  expect(seen?.url).toBe(expected);
});

test("a body goes with it, either way", async () => {
  for (const url of ["http://a/x", "http://a/x?index"])
    expect((await ask(url, { method: "POST", body: "whole" })).text).toBe("whole");
});
