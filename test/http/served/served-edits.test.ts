import { afterAll, beforeAll, expect, test } from "vitest";
import { requireTrueAmounts } from "../../support/calls/lines/line-edits";
import { insertCatalogue } from "../../support/data/catalogue";
import { readActivity, readContractRow } from "../../support/data/contract-plan";
import { createTestShop, insertContract, type TestShop } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let shop: TestShop;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  app = await serveApp({ RATE_LIMIT_BURST: "100000" });
});

afterAll(stopServedApps);

test("200 different edits of one contract at once: each is applied or refused, none is lost, and amounts are true", async () => {
  const { products } = await insertCatalogue(shop.id, { products: [{ variants: [{ price: "7.00" }] }] });
  const contract = await insertContract(shop.id, { lines: [{ title: "Tea" }, { title: "Jam" }] });
  const contractId = contract.subscriptionContractId;
  const [tea = "", jam = ""] = contract.lines.map(({ id }) => id);
  const variantId = products[0]?.variantIds[0] ?? 0;
  // Each changes something, whatever came before it.
  const edits: ((number: number) => [path: string, body: Record<string, unknown>])[] = [
    (number) => ["subscription-contracts-add-line-item", { variantId, quantity: number }],
    (number) => ["subscription-contracts-update-line-item", { lineId: tea, quantity: number + 1 }],
    (number) => ["subscription-contracts-update-line-item", { lineId: jam, price: `${number}.50` }],
    (number) => ["subscription-contracts-add-discount", { amount: "0.01", discountTitle: `Sorry ${number}` }],
    (number) => ["subscription-contracts-update-delivery-price", { deliveryPrice: `${number}.05` }],
    (number) => [`subscription-contracts-update-order-note/${contractId}`, { orderNote: `Note ${number}` }],
    (number) => [
      "subscription-contracts-update-billing-interval",
      { interval: "WEEK", intervalCount: number },
    ],
    () => ["skip-unskip-subscription-contracts-product", { lineId: tea }],
    // Of each pair the second is refused.
    () => ["subscription-contracts-update-status", { status: "PAUSED" }],
    () => ["subscription-contracts-remove-line-item", { lineId: "00000000-0000-4000-8000-000000000000" }],
  ];
  const calls = Array.from({ length: 20 }, (_, index) => edits.map((edit) => edit(index + 1))).flat();
  const answers = await Promise.all(
    calls.map(async ([path, body]) => {
      const search = new URLSearchParams(
        Object.entries({ contractId, ...body }).map(([name, value]) => [name, String(value)]),
      );
      const response = await fetch(`${app.origin}/api/external/v2/${path}?${search}`, {
        method: "PUT",
        headers: { "X-API-Key": shop.writeKey },
      });
      return { path, status: response.status, body: await response.json() };
    }),
  );
  const applied = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
  const countOf = (part: string) => applied.filter(({ path }) => path.includes(part)).length;
  expect([countOf("add-line"), countOf("remove-line"), countOf("update-status")]).toEqual([20, 0, 1]);
  const row = await readContractRow(contract);
  expect(row.version).toBe(contract.version + applied.length);
  expect(await readActivity(contract)).toHaveLength(applied.length);
  const newest = applied.toSorted((a, b) => a.body.lines.nodes.length - b.body.lines.nodes.length).at(-1);
  expect(newest?.body.lines.nodes).toHaveLength(22);
  await requireTrueAmounts(contract);
});
