import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get as getByNode, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, insertContract, signIn } from "../../support/data/factories";
import {
  HOW_IT_IS_SENT,
  type ServedApp,
  serveApp,
  stopServedApps,
  toComparable,
} from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let cookie = "";
beforeAll(async () => {
  await resetDatabase();
  const shop = await createTestShop();
  await insertContract(shop.id, { customerName: "</script><!-- & \u2028 Zoë" });
  cookie = await signIn(shop.id, shop.staff.id);
  app = await serveApp();
});
afterAll(stopServedApps);

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(app.origin + path, { method, headers: { Cookie: cookie, ...headers }, redirect: "manual" });

/** As the admin's address is written: the framework decodes its path and repeats it as it came. */
const toAnswer = ({ status, headers }: Response) => [
  status,
  // The preload also decides by the path that nothing of the admin is cached: asserted separately.
  Object.entries(toComparable(headers, ...HOW_IT_IS_SENT, "cache-control")).map(([name, value]) => [
    name,
    value.replaceAll("%61", "a").replaceAll("%2561", "a"),
  ]),
];

// The framework decodes a path; the preload takes the admin past Express only as we write it.
test.each([
  ["a page", "GET", "/contracts", 200],
  ["a page's head", "HEAD", "/contracts", 200],
  ["a page's data", "GET", "/contracts.data", 200],
  ["a page that is not there", "GET", "/contracts/1", 404],
  ["an address that nothing has", "GET", "/nowhere", 404],
  ["a file to download", "GET", "/contracts.csv", 200],
  ["a form that names nothing", "POST", "/contracts", 403],
  ["a method that it does not have", "DELETE", "/contracts", 405],
])(
  "%s of the admin has the status and headers that Express gives it",
  async (_what, method, path, status) => {
    for (const encoding of ["gzip", "identity"])
      for (const session of [cookie, ""]) {
        const headers = { "Accept-Encoding": encoding, Cookie: session };
        const direct = await get(`/admin${path}`, headers, method);
        const express = await get(`/%61dmin${path}`, headers, method);
        if (session) expect(direct.status).toBe(status);
        expect(direct.headers.get("Cache-Control")).toBe("no-store");
        expect(toAnswer(direct)).toEqual(toAnswer(express));
      }
  },
);

test("a page of the admin is sent compressed to clients that accept it, and with its length to others", async () => {
  const zipped = await get("/admin/contracts", { "Accept-Encoding": "gzip" });
  expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
  expect(await zipped.text()).toMatch(/^<!DOCTYPE html><html.*<\/script>$/s);
  const plain = await get("/admin/contracts", { "Accept-Encoding": "identity" });
  const text = await plain.text();
  expect(plain.headers.get("Content-Length")).toBe(String(Buffer.byteLength(text)));
  expect(text).toMatch(/^<!DOCTYPE html><html.*<\/script>$/s);
});

test("nothing a customer is called ends the script that carries the page's data", async () => {
  const text = await (await get("/admin/contracts")).text();
  const [, data = ""] = /streamController\.enqueue\((".*?")\);/s.exec(text) ?? [];
  expect(data).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(data)).toContain(JSON.stringify("</script><!-- & \u2028 Zoë"));
});

/** Gets the bytes as they are sent: `fetch` would decompress them. */
async function askForFile(path: string, accepted: string, more: Record<string, string> = {}) {
  const request = getByNode(app.origin + path, { headers: { "accept-encoding": accepted, ...more } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const { "content-encoding": encoding, "content-type": type, ...headers } = answer.headers;
  return { status: answer.statusCode, encoding, type, headers, body: await buffer(answer) };
}

test("scripts and styles go out as the build has compressed them", async () => {
  const html = await (await get("/admin/contracts")).text();
  const kinds = ["js", "css"].map((ending) => new RegExp(`/build/[^"'?]+\\.${ending}`).exec(html)?.[0] ?? "");
  const odd = readdirSync("public/build/routes").find((name) => /\$.*\[.*\.js$/.test(name));
  for (const path of [...kinds, `/build/routes/${encodeURIComponent(odd ?? "none")}`]) {
    const plain = await askForFile(path, "identity");
    expect([path, plain.status, plain.encoding]).toEqual([path, 200, undefined]);
    for (const [accepted, encoding, ending, open] of [
      ["gzip, deflate, br, zstd", "br", ".br", brotliDecompressSync],
      ["br;q=0, gzip;q=0.5", "gzip", ".gz", gunzipSync],
    ] as const) {
      const sent = await askForFile(path, accepted);
      expect([path, sent.status, sent.encoding, sent.type]).toEqual([path, 200, encoding, plain.type]);
      expect(sent.body.equals(readFileSync(`public${decodeURIComponent(path)}${ending}`))).toBe(true);
      expect(open(sent.body).equals(plain.body)).toBe(true);
      expect(sent.headers).toMatchObject({
        vary: "Accept-Encoding",
        "cache-control": "public, max-age=31536000, immutable",
        "content-length": String(sent.body.length),
      });
      const again = await askForFile(path, accepted, { "if-none-match": sent.headers.etag ?? "" });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }
  for (const path of ["/build/none.js", "/build/../index.js", "/build/%zz.js"])
    expect([path, (await askForFile(path, "br")).status]).toEqual([path, path.includes("%zz") ? 400 : 404]);
});
