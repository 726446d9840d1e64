import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import { afterEach, expect, test, vi } from "vitest";
import { Utf8Text } from "~/lib/text/utf8-text";
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

/** Serves a text of this many bytes to each request. @returns the texts that were served, and the port */
async function serveTexts(length: number) {
  const texts: Utf8Text[] = [];
  const port = await serve(async ({ context }) => {
    const text = new Utf8Text(Buffer.alloc(length, "é"));
    texts.push(text);
    return context.toResponse?.(text, {}) ?? new Response();
  });
  return { texts, port };
}

const isGivenBack = (text: Utf8Text) => {
  try {
    return !text.bytes;
  } catch {
    return true;
  }
};

test("a text is sent as it is with its length, and its memory given back afterwards", async () => {
  const { texts, port } = await serveTexts(900_000);
  for (const [index, method] of ["GET", "HEAD"].entries()) {
    const response = await fetch(`http://127.0.0.1:${port}/api/x`, { method });
    expect(response.headers.get("content-length")).toBe("900000");
    expect(await response.text()).toBe(method === "GET" ? "é".repeat(450_000) : "");
    await vi.waitFor(() => expect(texts.map(isGivenBack)).toEqual(Array(index + 1).fill(true)));
  }
});

test("also to a client that asks for the next one before it has the first", async () => {
  const { texts, port } = await serveTexts(50_000);
  const client = connect(port, "127.0.0.1");
  const head = "GET /api/x HTTP/1.1\r\nHost: localhost\r\n";
  client.write(`${head}\r\n${head}Connection: close\r\n\r\n`);
  let answers = "";
  for await (const part of client.setEncoding("utf8")) answers += part;
  expect(answers.split("é".repeat(25_000)).map((each) => /^HTTP.1.1 200 OK|^$/.test(each))).toEqual([
    true,
    true,
    true,
  ]);
  expect(texts.map(isGivenBack)).toEqual([true, true]);
});

test("whose client goes in the middle keeps its memory", async () => {
  const { texts, port } = await serveTexts(60_000_000);
  const over = new Promise((resolve) => server.once("request", (_req, res) => res.once("close", resolve)));
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.write("GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(client, "data");
  client.destroy();
  await over;
  expect(texts.map(isGivenBack)).toEqual([false]);
});
