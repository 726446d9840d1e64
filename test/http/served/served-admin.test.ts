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
