import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import { afterEach, expect, test, vi } from "vitest";
import { Utf8Text } from "~/lib/utf8-text";
import { createDirectListener } from "../../../scripts/serving/json-adapter.mjs";

const remix = { createReadableStreamFromReadable, writeReadableStreamToWritable, matchRoutes };
let server: http.Server;
afterEach(() => void server.close());

/** Serves this loader at `/api/x`. @returns the port */
async function serve(loader: (args: LoaderFunctionArgs) => Promise<Response>): Promise<number> {
  const module = { loader, action: loader };
  const build = { routes: { x: { id: "x", path: "api/x", module } } };
  server = http.createServer(createDirectListener(build, remix, () => {}));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

test("the app hears when a client has gone", async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let isGone = () => {};
  const gone = new Promise<void>((resolve) => (isGone = resolve));
  const port = await serve(async ({ context }) => {
    context.whenGone?.(isGone);
    isAsked();
    await gone;
    return new Response();
  });
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.write("GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await asked;
  client.destroy();
  await expect(gone).resolves.toBeUndefined();
});

/** Serves one text of this many bytes. @returns the text, and the port */
async function serveText(length: number) {
  const text = new Utf8Text(Buffer.alloc(length, "é"));
  const port = await serve(async ({ context }) => context.toResponse?.(text, {}) ?? new Response());
  return { text, port };
}

test("a text is sent as it is with its length, and its memory given back afterwards", async () => {
  for (const method of ["GET", "HEAD"]) {
    const { text, port } = await serveText(900_000);
    const response = await fetch(`http://127.0.0.1:${port}/api/x`, { method });
    expect(response.headers.get("content-length")).toBe("900000");
    expect(await response.text()).toBe(method === "GET" ? "é".repeat(450_000) : "");
    await vi.waitFor(() => expect(() => text.bytes).toThrow("given back"));
    server.close();
  }
});

test("whose client goes in the middle keeps its memory", async () => {
  const { text, port } = await serveText(60_000_000);
  const over = new Promise((resolve) => server.once("request", (_req, res) => res.once("close", resolve)));
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.write("GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(client, "data");
  client.destroy();
  await over;
  expect(text.bytes).toHaveLength(60_000_000);
});
