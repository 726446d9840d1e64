import { afterAll, beforeAll, expect, test } from "vitest";
import { customerToken } from "../../support/calls/portal";
import { createTestShop, insertContract } from "../../support/data/factories";
import {
  HOW_IT_IS_SENT,
  type ServedApp,
  serveApp,
  stopServedApps,
  toComparable,
} from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let token = "";
beforeAll(async () => {
  await resetDatabase();
  const shop = await createTestShop();
  token = await customerToken(shop, (await insertContract(shop.id)).customerId);
  app = await serveApp();
});
afterAll(stopServedApps);

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(app.origin + path, { method, headers, redirect: "manual" });

// Less than a kilobyte is not compressed, if the length is known.
const toAnswer = ({ status, headers }: Response) => [status, toComparable(headers, ...HOW_IT_IS_SENT)];

// The framework reads paths in any case; the preload takes the pages of a storefront past it only as we write them.
test.each([
  ["a page", "GET", "/cp?token=TOKEN", 200],
  ["a page's head", "HEAD", "/cp?token=TOKEN", 200],
  ["the portal's sign-in page", "GET", "/cp", 404],
  ["a logo that is not there", "GET", "/cp?logo=x", 404],
  ["a form that is refused", "POST", "/cp?token=TOKEN&intent=none", 403],
  ["a method that it does not have", "DELETE", "/cp", 405],
  ["a bundle that is not there", "GET", "/bundles/none", 404],
  ["a referral link of nobody", "GET", "/friends/ref_1_x", 404],
  ["an address that nothing has", "GET", "/nowhere", 404],
])(
  "%s on the storefront has the status and headers that the framework gives it",
  async (_what, method, path, status) => {
    for (const encoding of ["gzip", "identity"]) {
      const ask = (prefix: string) =>
        get(prefix + path.replace("TOKEN", token), { "Accept-Encoding": encoding }, method);
      const [direct, framework] = [await ask("/apps/memberships"), await ask("/APPS/memberships")];
      expect(direct.status).toBe(status);
      expect(toAnswer(direct)).toEqual(toAnswer(framework));
    }
  },
);

test("a page on the storefront is sent compressed to clients that accept it, and with its length to others", async () => {
  const zipped = await get(`/apps/memberships/cp?token=${token}`, { "Accept-Encoding": "gzip" });
  expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
  expect(await zipped.text()).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
  const plain = await get(`/apps/memberships/cp?token=${token}`, { "Accept-Encoding": "identity" });
  const text = await plain.text();
  expect(plain.headers.get("Content-Length")).toBe(String(Buffer.byteLength(text)));
  expect(text).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
});

test("the framework's data twin of a page on the storefront stays the framework's", async () => {
  const twin = await get(`/apps/memberships/cp.data?token=${token}`);
  const same = await get(`/APPS/memberships/cp.data?token=${token}`);
  expect([twin.status, twin.headers.get("Content-Type")]).toEqual([
    same.status,
    same.headers.get("Content-Type"),
  ]);
});
