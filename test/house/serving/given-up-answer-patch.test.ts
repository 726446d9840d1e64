import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// The browser's build of it, which the pages load.
// @ts-expect-error it has no types of its own
import { getSingleFetchDataStrategy } from "@remix-run/react/dist/esm/single-fetch.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ROUTE = "routes/list";
/** A complete first line of an answer; the value it refers to comes at the end. */
const FIRST_LINE = `[{"_1":2},"${ROUTE}",{"_3":4},"data","found"]\n`;

let answers: ServerResponse[] = [];
const server = createServer((_request, response) => {
  response.flushHeaders();
  answers.push(response);
});

beforeEach(async () => {
  answers = [];
  vi.stubGlobal("window", { location: { origin: "http://127.0.0.1" } });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** What the page's router does to load one route's data. */
function load() {
  const given = new AbortController();
  const { port } = server.address() as AddressInfo;
  const request = new Request(`http://127.0.0.1:${port}/list`, { signal: given.signal });
  const match = {
    route: { id: ROUTE },
    shouldLoad: true,
    resolve: (run: (handler: unknown) => unknown) => run((read: () => unknown) => read()),
  };
  const loaded = getSingleFetchDataStrategy(
    {},
    {},
    () => undefined,
  )({
    request,
    matches: [match],
    fetcherKey: "search",
  });
  return { loaded: loaded as Promise<Record<string, unknown>>, giveUp: () => given.abort() };
}

async function nextAnswer(): Promise<ServerResponse> {
  await once(server, "request");
  const answer = answers.at(-1);
  if (!answer) throw new Error("nothing was asked");
  return answer;
}

test("an answer that comes whole is the route's data", async () => {
  const { loaded } = load();
  (await nextAnswer()).end(FIRST_LINE);
  expect(await loaded).toEqual({ [ROUTE]: "found" });
});

test("an answer given up half-way is an abort for its caller, and no error on the console", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const { loaded, giveUp } = load();
  (await nextAnswer()).write(FIRST_LINE.slice(0, 10));
  // Its head has arrived, and its body is being read.
  await asked.mock.results[0]?.value;
  await new Promise((resolve) => setImmediate(resolve));
  giveUp();
  await expect(loaded).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});

test("one that is given up when it can be read already is nobody's unhandled rejection", async () => {
  const unhandled = vi.fn();
  process.once("unhandledRejection", unhandled);
  const { loaded, giveUp } = load();
  (await nextAnswer()).write(FIRST_LINE);
  expect(await loaded).toEqual({ [ROUTE]: "found" });
  giveUp();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("an answer that is not ours is still reported as an error", async () => {
  const errors = vi.mocked(console.error);
  const { loaded } = load();
  (await nextAnswer()).end("<html>\n");
  await expect(loaded).rejects.toThrow("Unable to decode");
  expect(errors.mock.calls).toEqual([[expect.any(SyntaxError)]]);
  errors.mockClear();
});
