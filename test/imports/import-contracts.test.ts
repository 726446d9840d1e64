import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts, contractLines } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { importFiles, readContracts } from "../support/calls/run-import";
import { createTestShop, NOW } from "../support/data/factories";
import {
  catalogue,
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  productsJson,
  toProduct,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

test("rows of one contract need not be neighbours, and only its first one carries its columns", async () => {
  const { id: shopId } = await createTestShop();
  const { errors } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([headRow("a"), headRow("b"), lineRow("a"), lineRow("b"), lineRow("a")]),
  });
  expect(errors).toEqual([]);
  const lines = await db.select().from(contractLines);
  const byHandle = (await readContracts(shopId)).map(({ id, importedId }) => [
    importedId,
    lines.filter(({ contractId }) => contractId === id).length,
  ]);
  expect(byHandle).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
});

test("only ACTIVE contracts get orders planned, of every status one is counted", async () => {
  const { id: shopId } = await createTestShop();
  const statuses = ["ACTIVE", "PAUSED", "CANCELLED", "EXPIRED", "FAILED"];
  await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv(statuses.map((status) => headRow(`sub-${status}`, { status }))),
  });
  expect(await db.$count(billingAttempts)).toBe(3);
  const counts = await db.select().from(contractCounts);
  expect(counts.map(({ status, delta }) => [status, delta]).sort()).toEqual(
    statuses.map((status) => [status, 1]).sort(),
  );
});

test("an upcoming date in the past moves on by its interval, counted from that date, with a warning", async () => {
  const { id: shopId } = await createTestShop({ timeZone: "Europe/Berlin" });
  const { errors, contracts: counts } = await importFiles(
    shopId,
    {
      ...catalogue,
      contracts: contractsCsv([
        headRow("past", { upcoming_billing_date: "2026-01-31T08:00:00Z" }),
        headRow("over", { upcoming_billing_date: "2026-01-31T08:00:00Z", status: "CANCELLED" }),
      ]),
    },
    { now: new Date("2026-02-10T00:00:00Z") },
  );
  expect(errors).toEqual([
    {
      severity: "WARNING",
      file: "CONTRACTS",
      line: 2,
      column: "upcoming_billing_date",
      value: "2026-01-31T08:00:00.000Z",
      reason: "Is in the past: moved on by the interval to 2026-02-28T08:00:00.000Z.",
    },
  ]);
  expect(counts).toMatchObject({ created: 2, warnings: 1, errors: 0 });
  const [past, over] = await readContracts(shopId);
  expect(past?.nextBillingDate).toEqual(new Date("2026-02-28T08:00:00Z"));
  expect(past?.scheduleAnchor).toEqual(new Date("2026-01-31T08:00:00Z"));
  expect(over?.nextBillingDate).toBeNull();
  expect(over?.scheduleAnchor).toEqual(new Date("2026-01-31T08:00:00Z"));
  const attempts = await db.select().from(billingAttempts).orderBy(asc(billingAttempts.billingDate));
  expect(attempts.map(({ billingDate }) => billingDate.toISOString())).toEqual([
    "2026-02-28T08:00:00.000Z",
    "2026-03-31T07:00:00.000Z",
    "2026-04-30T07:00:00.000Z",
  ]);
});

test("a contract whose customer or variant is missing stays out with that reason, and goes in when sent again with them", async () => {
  const { id: shopId } = await createTestShop();
  const file = contractsCsv([
    headRow("a"),
    headRow("b", { customer_id: "77" }),
    headRow("c"),
    lineRow("c", { line_variant_id: "88" }),
  ]);
  const first = await importFiles(shopId, { ...catalogue, contracts: file });
  expect(first.contracts).toMatchObject({ created: 1, keptOut: 2, errors: 2 });
  expect(first.errors).toEqual([
    {
      severity: "ERROR",
      file: "CONTRACTS",
      line: 3,
      column: "customer_id",
      value: "77",
      reason: "The shop has no such customer. Upload customers.csv together with this file.",
    },
    {
      severity: "ERROR",
      file: "CONTRACTS",
      line: 5,
      column: "line_variant_id",
      value: "88",
      reason: "The shop has no such variant. Upload products.json together with this file.",
    },
  ]);
  const second = await importFiles(shopId, {
    products: productsJson(toProduct({ id: 9, variants: [{ id: 88, title: "1 kg", price: "20" }] })),
    customers: customersCsv([customerRow({ "Customer ID": "77", Email: "other@example.com" })]),
    contracts: file,
  });
  expect(second).toMatchObject({ errors: [], contracts: { created: 2, skipped: 1, keptOut: 0 } });
  expect((await readContracts(shopId)).map(({ importedId }) => importedId)).toEqual(["a", "b", "c"]);
});

test("what another shop has does not count", async () => {
  const { id: other } = await createTestShop();
  await importFiles(other, { ...catalogue, contracts: contractsCsv([headRow("a")]) });
  const { id: shopId } = await createTestShop();
  const { contracts: counts } = await importFiles(shopId, { contracts: contractsCsv([headRow("a")]) });
  expect(counts).toMatchObject({ created: 0, skipped: 0, keptOut: 1, errors: 2 });
});

test("contract columns on a later row count when they say the same, and keep the contract out when they do not", async () => {
  const { id: shopId } = await createTestShop();
  const { errors } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("same"),
      headRow("same"),
      headRow("other"),
      headRow("other", { status: "PAUSED" }),
    ]),
  });
  expect(errors).toMatchObject([{ line: 5, column: "customer_id" }]);
  expect((await readContracts(shopId)).map(({ importedId }) => importedId)).toEqual(["same"]);
});

test("the contract's columns may stand on any of its rows, but not on none", async () => {
  const { id: shopId } = await createTestShop();
  const { errors } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([lineRow("late"), headRow("late"), lineRow("headless")]),
  });
  expect(errors).toMatchObject([
    { line: 4, reason: "No row of this contract carries the contract's own columns." },
  ]);
  expect(await readContracts(shopId)).toMatchObject([{ importedId: "late" }]);
});

test("a payment method of another customer keeps the contract out, whoever brought it", async () => {
  const { id: shopId } = await createTestShop();
  const { errors } = await importFiles(shopId, {
    products: catalogue.products,
    customers: customersCsv([customerRow(), customerRow({ "Customer ID": "77" })]),
    contracts: contractsCsv([
      headRow("a", { customer_payment_method_id: "pm" }),
      headRow("b", { customer_payment_method_id: "pm", customer_id: "77" }),
    ]),
  });
  expect(errors).toMatchObject([{ line: 3, column: "customer_payment_method_id", value: "pm" }]);
});

test("amounts too large to keep and contracts of too many lines are kept out", async () => {
  const { id: shopId } = await createTestShop();
  const { errors, status } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("dear", { line_quantity: "1000000", line_current_price: "9999999999.99" }),
      headRow("long"),
      ...Array.from({ length: 500 }, () => lineRow("long")),
    ]),
  });
  expect(status).toBe("COMPLETED");
  expect(errors.map(({ line, column }) => [line, column])).toEqual([
    [2, "line_current_price"],
    [3, "handle"],
  ]);
});

test("amounts with more decimals than their currency has are rounded, with a warning for each row that has one", async () => {
  const { id: shopId } = await createTestShop();
  const { errors, contracts: counts } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("yen", {
        currency_code: "JPY",
        line_quantity: "3",
        line_current_price: "100.5",
        delivery_price: "499.4",
      }),
      headRow("dollar", { line_current_price: "10.5000", delivery_price: "5" }),
      lineRow("dollar", { line_current_price: "0.005", line_quantity: "1" }),
      lineRow("yen", { line_current_price: "100", line_quantity: "1" }),
      headRow("dinar", { currency_code: "KWD", line_current_price: "1.125" }),
    ]),
  });
  expect(await readContracts(shopId)).toMatchObject([
    { contractAmount: "402.0000", deliveryPrice: "499.0000", orderAmount: "901.0000" },
    { contractAmount: "21.0100" },
    { contractAmount: "2.2500" },
  ]);
  expect(counts).toMatchObject({ created: 3, warnings: 3, errors: 0 });
  expect(
    errors.map(({ severity, line, column, value, reason }) => [severity, line, column, value, reason]),
  ).toEqual([
    ["WARNING", 2, "delivery_price", "499.4", "JPY has no decimals: rounded to 499."],
    ["WARNING", 2, "line_current_price", "100.5", "JPY has no decimals: the line of 3 comes to 302."],
    ["WARNING", 4, "line_current_price", "0.005", "USD has 2 decimals: the line of 1 comes to 0.01."],
  ]);
});

test("a variant's price with more decimals than the shop's currency has is a warning", async () => {
  const { id: shopId } = await createTestShop({ currencyCode: "JPY" });
  const variants = [
    { id: 41, title: "One", price: "12.5" },
    { id: 42, title: "Two", price: "12.0" },
  ];
  const { errors, products } = await importFiles(shopId, { products: productsJson(toProduct({ variants })) });
  expect(products).toMatchObject({ created: 1, warnings: 1, errors: 0 });
  expect(errors).toMatchObject([
    {
      severity: "WARNING",
      line: 3,
      column: "variants[0].price",
      value: "12.5",
      reason: "JPY has no decimals: orders are rounded.",
    },
  ]);
});

test("a contract of an erased customer stays out, and says so", async () => {
  const { id: shopId } = await createTestShop();
  await importFiles(shopId, catalogue);
  await db.update(customers).set({ erasedAt: NOW });
  const { errors } = await importFiles(shopId, { contracts: contractsCsv([headRow("a")]) });
  expect(errors).toMatchObject([
    { line: 2, column: "customer_id", reason: "This customer was erased here." },
  ]);
});
