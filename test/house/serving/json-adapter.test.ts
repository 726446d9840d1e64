import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import { afterEach, expect, test } from "vitest";
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
