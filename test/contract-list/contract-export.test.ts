import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SORT } from "~/features/contracts/list/contract-sort";
import { exportContracts } from "~/features/contracts/list-page/contract-export.service.server";
import { action, loader } from "~/routes/admin_.contracts[.]csv";
import { client } from "~db/client.server";
import { pageRequest } from "../support/calls/pages";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const read = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, bom: true, relax_column_count: false });

describe("the download", () => {
  const PATH = "/admin/contracts.csv";
  let shop: TestShop;
  let cookie: string;
  beforeEach(async () => {
    await resetDatabase();
    shop = await createTestShop({ timeZone: "America/New_York" });
    cookie = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
  });

  const download = (search: string) =>
    loader({ request: pageRequest(PATH + search, { cookie }), params: {}, context: {} });
  async function idsOf(response: Response): Promise<number[]> {
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return read(text).map((row) => Number(row.Contract));
  }

  test("a viewer gets the whole list that the filters match, in its order, as a file of today", async () => {
    const small = await insertContract(shop.id, { lines: [{ currentPrice: "1.00" }] });
    const large = await insertContract(shop.id, {
      lines: [{ currentPrice: "900.00" }, { quantity: 2, title: "=Tea" }],
    });
    await insertContract(shop.id, { status: "PAUSED" });
    await insertContract((await createTestShop()).id);
    const response = await download("?status=ACTIVE&sort=order_amount,desc&page=9&size=25");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="contracts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await idsOf(response)).toEqual([large.subscriptionContractId, small.subscriptionContractId]);
  });

  test("names every product of a contract, and gives times in the shop's zone", async () => {
    await insertContract(shop.id, {
      createdAt: new Date("2026-01-05T02:30:00Z"),
      lines: ["A", "B", "C", "D"].map((title) => ({
        title,
        variantTitle: title === "A" ? "Default Title" : "1 kg",
      })),
    });
    const [row] = read(await (await download("")).text());
    expect(row?.Products).toBe("1 × A; 1 × B (1 kg); 1 × C (1 kg); 1 × D (1 kg)");
    expect(row?.Created).toBe("2026-01-04 21:30");
  });

  test("a wrong filter is refused, with its name: the file would hold more than was asked for", async () => {
    const response = await download("?status=SLEEPING&productId=x");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: "status" }, { parameter: "productId" }],
    });
  });

  test("who is not signed in is led to the sign-in", async () => {
    const response = await loader({ request: pageRequest(`${PATH}?status=ACTIVE`), params: {}, context: {} });
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toContain("/admin/sign-in?next=");
  });

  async function select(fields: [string, string][], search = "", origin = "http://localhost") {
    const request = new Request(`http://localhost${PATH}${search}`, {
      method: "POST",
      headers: { cookie, origin },
      body: new URLSearchParams(fields),
    });
    return action({ request, params: {}, context: {} });
  }

  test("ticked contracts come alone; another shop's are not among them", async () => {
    const wanted = await insertContract(shop.id);
    const foreign = await insertContract((await createTestShop()).id);
    await insertContract(shop.id);
    const ids = [wanted.subscriptionContractId, foreign.subscriptionContractId, 1];
    const response = await select(ids.map((id) => ["id", String(id)]));
    expect(await idsOf(response)).toEqual([wanted.subscriptionContractId]);
    expect(await idsOf(await select([]))).toEqual([]);
  });

  test("with everything selected the filters of the list count", async () => {
    await insertContract(shop.id, { status: "PAUSED" });
    const active = await insertContract(shop.id);
    expect(await idsOf(await select([["scope", "all"]], "?status=ACTIVE"))).toEqual([
      active.subscriptionContractId,
    ]);
  });

  test("an invalid selection, or one sent from another site, is refused", async () => {
    const wrong = await select([["id", "abc"]]);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ errors: [{ pointer: "/id/0" }] });
    expect((await select([["id", "1"]], "", "https://evil.example")).status).toBe(403);
  });

  test("a receiver that goes away ends the reading", async () => {
    await insertContract(shop.id);
    const response = await download("");
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });
});

test("a list longer than a batch comes whole and once, whatever its order", async () => {
  await resetDatabase();
  const shop = await createTestShop();
  const customer = await insertCustomer(shop.id);
  const first = await insertContract(shop.id, { customerId: customer.id });
  // More than two batches of 1,000, many of them with equal sort keys.
  await client`
    insert into contracts (shop_id, status, currency_code, customer_id, customer_name, customer_email, billing_interval,
      billing_interval_count, billing_anchors, delivery_interval, delivery_interval_count, created_at, updated_at,
      delivery_method_type, delivery_price, allow_delivery_price_override, contract_amount, order_amount, auto_charge,
      order_note_attributes)
    select shop_id, status, currency_code, customer_id, customer_name, customer_email, billing_interval,
      billing_interval_count, billing_anchors, delivery_interval, delivery_interval_count, created_at, updated_at,
      delivery_method_type, delivery_price, allow_delivery_price_override, contract_amount, n % 7, auto_charge,
      order_note_attributes
    from contracts, generate_series(1, 2300) n where id = ${first.id}`;
  for (const filters of [{}, { customerName: "ada" }]) {
    let file = "";
    for await (const piece of exportContracts(shop.shop, {
      filters,
      sort: [{ column: "order_amount", descending: false }],
    }))
      file += piece;
    const ids = read(file).map((row) => row.Contract);
    expect(ids).toHaveLength(2301);
    expect(new Set(ids).size).toBe(2301);
  }
});

test("Postgres knows every time zone that a shop can have", async () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) await client`select now() at time zone ${zone}`;
});

test("says where it goes, what it weighs on the bill, and what was noted, in columns behind the old ones", async () => {
  const shop = await createTestShop();
  await insertContract(shop.id, {
    deliveryPrice: "4.90",
    deliveryAddress: BERLIN_ADDRESS,
    orderNote: "Ring twice",
    orderNoteAttributes: [
      { key: "Gift", value: "=yes" },
      { key: "Box", value: "red" },
    ],
    lines: [
      { title: "Roast", sku: "R-1", customAttributes: [{ key: "Grind", value: "fine" }] },
      { title: "Cup" },
      { title: "Tea", sku: "T-2", customAttributes: [{ key: "Cut", value: "leaf" }] },
    ],
  });
  let csv = "";
  for await (const part of exportContracts(shop.shop, { filters: {}, sort: DEFAULT_SORT })) csv += part;
  expect(read(csv)[0]).toMatchObject({
    SKUs: "R-1; T-2",
    "Delivery price": "4.90",
    "Delivery address 1": BERLIN_ADDRESS.address1,
    "Delivery city": BERLIN_ADDRESS.city,
    "Delivery country": "DE",
    "Order note": "Ring twice",
    Attributes: "Gift: =yes; Box: red",
    "Line attributes": "Roast, Grind: fine; Tea, Cut: leaf",
  });
  expect(Object.keys(read(csv)[0] ?? {}).indexOf("SKUs")).toBe(18);
});
