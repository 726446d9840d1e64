import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, insertContract, type TestShop } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

const LIST = "/api/external/v2/subscription-contract-details";
const SIZES = [1, 10, 30, 40];

let app: ServedApp;
let shops: TestShop[];

beforeAll(async () => {
  await resetDatabase();
  shops = [await createTestShop(), await createTestShop()];
  for (const [index, { id }] of shops.entries())
    for (let count = 0; count < 40; count++)
      await insertContract(id, { orderNote: `Łódź ${index} `.repeat(10 + 5 * count) });
  app = await serveApp({ RATE_LIMIT_BURST: "100000" });
});

afterAll(stopServedApps);

async function readList({ readKey }: TestShop, size: number): Promise<string> {
  const response = await fetch(`${app.origin}${LIST}?size=${size}`, { headers: { "X-API-Key": readKey } });
  return response.text();
}

/** A client that goes when it has the first bytes of the answer. */
async function breakOff({ readKey }: TestShop): Promise<string> {
  const client = connect(app.port, "127.0.0.1");
  client.write(`GET ${LIST}?size=40 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${readKey}\r\n\r\n`);
  await once(client, "data");
  client.destroy();
  return "";
}

test("lists of two shops at once, some of which break off, are each what they are alone: nothing of another answer", async () => {
  const alone = new Map<string, string>();
  for (const shop of shops)
    for (const size of SIZES) alone.set(`${shop.id} ${size}`, await readList(shop, size));
  expect(new Set(alone.values()).size).toBe(8);
  const calls = Array.from({ length: 400 }, (_, index) => ({
    shop: shops[index % 2] as TestShop,
    size: SIZES[index % 7] ?? 0,
  }));
  const answers = await Promise.all(
    calls.map(({ shop, size }) => (size === 0 ? breakOff(shop) : readList(shop, size))),
  );
  const wrong = calls.filter(
    ({ shop, size }, index) => answers[index] !== (alone.get(`${shop.id} ${size}`) ?? ""),
  );
  expect(wrong).toEqual([]);
});
