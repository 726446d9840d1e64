import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { products, sellingPlans, variants } from "~db/schema/catalogue";
import { contractCounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";
import { events } from "~db/schema/events";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";
import { resetDatabase } from "./support/database";
import { createTestShop, insertCatalogue, insertContract, insertCustomer, NOW } from "./support/factories";
import { importFiles } from "./support/run-import";
import {
  CUSTOMER_ID,
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  PRODUCT_ID,
  productsJson,
  toProduct,
  VARIANT_ID,
} from "./support/shop-files";

beforeEach(resetDatabase);

const catalogue = { products: productsJson(), customers: customersCsv([customerRow()]) };
const readContracts = (shopId: number) =>
  db.select().from(contracts).where(eq(contracts.shopId, shopId)).orderBy(asc(contracts.id));

async function expectNothingStaged() {
  expect(await db.$count(importProducts)).toBe(0);
  expect(await db.$count(importCustomers)).toBe(0);
  expect(await db.$count(importContractRows)).toBe(0);
}

test("three files make products, customers and contracts, with all that hangs on them", async () => {
  const { id: shopId } = await createTestShop({ timeZone: "America/New_York" });
  const result = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("sub-1", { customer_payment_method_id: "pm-1" }),
      lineRow("sub-1", { line_quantity: "1", line_current_price: "7.335" }),
    ]),
  });

  expect(result).toMatchObject({ status: "COMPLETED", failure: null, errors: [] });
  expect(result.products).toMatchObject({ rowsRead: 1, created: 1, updated: 0, keptOut: 0 });
  expect(result.customers).toMatchObject({ rowsRead: 1, created: 1 });
  expect(result.contracts).toMatchObject({ rowsRead: 2, rowsStaged: 2, rowsDone: 2, created: 1, skipped: 0 });
  await expectNothingStaged();

  const [contract] = await readContracts(shopId);
  expect(contract).toMatchObject({
    importedId: "sub-1",
    status: "ACTIVE",
    version: 1,
    customerId: Number(CUSTOMER_ID),
    customerName: "Zoë Smith",
    customerEmail: "zoe@example.com",
    paymentMethodId: "pm-1",
    billingInterval: "MONTH",
    billingIntervalCount: 1,
    deliveryInterval: "MONTH",
    deliveryIntervalCount: 1,
    planType: "PAY_AS_YOU_GO",
    createdAt: NOW,
    nextBillingDate: new Date("2030-03-10T12:00:00Z"),
    scheduleAnchor: new Date("2030-03-10T12:00:00Z"),
    originOrderName: null,
    deliveryMethodType: "SHIPPING",
    deliveryPrice: "4.9900",
    allowDeliveryPriceOverride: true,
    // Each line is rounded to the currency: 2 × 10.50 + 7.34.
    contractAmount: "28.3400",
    orderAmount: "33.3300",
    autoCharge: true,
    createdEmailStatus: "UNSENT",
  });
  expect(await db.select().from(contractLines).orderBy(asc(contractLines.position))).toMatchObject([
    {
      position: 0,
      productId: PRODUCT_ID,
      variantId: Number(VARIANT_ID),
      title: "Morning Roast",
      variantTitle: "250 g",
      sku: "SKU-1",
      quantity: 2,
      currentPrice: "10.5000",
      sellingPlanId: 3607000000,
      sellingPlanName: "Monthly, save 10%",
      taxable: true,
      requiresShipping: true,
    },
    { position: 1, quantity: 1, currentPrice: "7.3350" },
  ]);
  expect(await db.select().from(paymentMethods)).toMatchObject([
    { id: "pm-1", customerId: Number(CUSTOMER_ID) },
  ]);
  expect(await db.select().from(sellingPlans)).toMatchObject([{ id: 3607000000, name: "Monthly, save 10%" }]);
  expect(await db.select().from(contractCounts)).toMatchObject([
    {
      status: "ACTIVE",
      billingInterval: "MONTH",
      billingIntervalCount: 1,
      planType: "PAY_AS_YOU_GO",
      delta: 1,
    },
  ]);
  const attempts = await db.select().from(billingAttempts).orderBy(asc(billingAttempts.billingDate));
  // 8 in the morning in New York, also after the clocks have changed (on the very 10th of March 2030 they do).
  expect(attempts.map(({ status, billingDate }) => [status, billingDate.toISOString()])).toEqual([
    ["QUEUED", "2030-03-10T12:00:00.000Z"],
    ["QUEUED", "2030-04-10T12:00:00.000Z"],
    ["QUEUED", "2030-05-10T12:00:00.000Z"],
  ]);
  const history = await db
    .select()
    .from(activity)
    .where(eq(activity.contractId, contract?.id ?? 0));
  expect(history).toMatchObject([
    { action: "contract.imported", actorName: "test", requestId: "test-request", after: { handle: "sub-1" } },
  ]);
});

test("an import that is through tells of itself in one event, and of none of its contracts", async () => {
  const { id: shopId } = await createTestShop();
  const { importId } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([headRow("sub-1")]),
  });
  expect(await db.select().from(events)).toEqual([
    expect.objectContaining({ shopId, type: "import.completed", subjectId: importId, contractId: null }),
  ]);
});

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
  // No order of a contract that is over is to come: its date stays what it was.
  expect(over?.nextBillingDate).toEqual(new Date("2026-01-31T08:00:00Z"));
  const attempts = await db.select().from(billingAttempts).orderBy(asc(billingAttempts.billingDate));
  expect(attempts.map(({ billingDate }) => billingDate.toISOString())).toEqual([
    "2026-02-28T08:00:00.000Z",
    "2026-03-31T07:00:00.000Z",
    "2026-04-30T07:00:00.000Z",
  ]);
});

test("a contract with any bad row stays out whole, the good ones go in, and every bad value is reported", async () => {
  const { id: shopId } = await createTestShop();
  const {
    errors,
    contracts: counts,
    status,
  } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("good"),
      headRow("bad"),
      lineRow("bad", { line_quantity: "0", line_current_price: "free" }),
      headRow("worse", { status: "SLEEPING" }),
      lineRow("worse"),
    ]),
  });
  expect(status).toBe("COMPLETED");
  expect(errors.map(({ line, column, value }) => [line, column, value])).toEqual([
    [4, "line_quantity", "0"],
    [4, "line_current_price", "free"],
    [5, "status", "SLEEPING"],
  ]);
  expect(counts).toMatchObject({ rowsRead: 5, badRows: 2, created: 1, keptOut: 2, errors: 3 });
  expect((await readContracts(shopId)).map(({ importedId }) => importedId)).toEqual(["good"]);
  await expectNothingStaged();
});

test("a file sent again changes nothing: its contracts are skipped, its products and customers as they were", async () => {
  const { id: shopId } = await createTestShop();
  const files = { ...catalogue, contracts: contractsCsv([headRow("a"), headRow("b")]) };
  await importFiles(shopId, files);
  const before = await readContracts(shopId);
  const again = await importFiles(shopId, {
    ...files,
    contracts: contractsCsv([headRow("a", { status: "PAUSED" }), headRow("b"), headRow("c")]),
  });
  expect(again.contracts).toMatchObject({ created: 1, skipped: 2, keptOut: 0 });
  expect(again.products).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  expect(again.customers).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  expect((await readContracts(shopId)).slice(0, 2)).toEqual(before);
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
      reason: "The shop has no such customer. Send customers.csv with it, then this file again.",
    },
    {
      severity: "ERROR",
      file: "CONTRACTS",
      line: 5,
      column: "line_variant_id",
      value: "88",
      reason: "The shop has no such variant. Send products.json with it, then this file again.",
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

test("amounts have the decimals of their currency", async () => {
  const { id: shopId } = await createTestShop();
  await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("yen", {
        currency_code: "JPY",
        line_quantity: "3",
        line_current_price: "100.5",
        delivery_price: "499.4",
      }),
    ]),
  });
  expect(await readContracts(shopId)).toMatchObject([
    { contractAmount: "302.0000", deliveryPrice: "499.0000", orderAmount: "801.0000" },
  ]);
});

test("a product that comes again is changed, one that comes back is no longer deleted", async () => {
  const { id: shopId } = await createTestShop();
  await insertCatalogue(shopId, {
    products: [
      {
        id: PRODUCT_ID,
        title: "Old",
        deletedAt: NOW,
        variants: [{ id: Number(VARIANT_ID), deletedAt: NOW }],
      },
    ],
  });
  const { products: counts } = await importFiles(shopId, { products: productsJson() });
  expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  expect(await db.select().from(products)).toMatchObject([{ title: "Morning Roast", deletedAt: null }]);
  expect(await db.select().from(variants)).toMatchObject([
    { title: "250 g", price: "12.5000", deletedAt: null },
  ]);
});

test("only the full catalogue marks absent products and variants as deleted", async () => {
  const { id: shopId } = await createTestShop();
  await insertCatalogue(shopId, {
    products: [
      { id: 1, variants: [{ id: 11 }] },
      { id: PRODUCT_ID, variants: [{ id: Number(VARIANT_ID) }, { id: 22 }] },
    ],
  });
  await importFiles(shopId, { products: productsJson() });
  expect(await db.$count(products, eq(products.deletedAt, NOW))).toBe(0);
  const { products: counts } = await importFiles(
    shopId,
    { products: productsJson() },
    { isFullCatalogue: true },
  );
  expect(counts).toMatchObject({ deleted: 3 });
  const gone = async (table: typeof products | typeof variants) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.deletedAt, NOW)).orderBy(table.id)).map(
      (row) => row.id,
    );
  expect(await gone(products)).toEqual([1]);
  expect(await gone(variants)).toEqual([11, 22]);
});

test("a product or variant that stands in the full catalogue with bad values is not absent", async () => {
  const { id: shopId } = await createTestShop();
  await insertCatalogue(shopId, {
    products: [
      { id: 1, variants: [{ id: 11 }] },
      { id: 2, variants: [{ id: 21 }] },
    ],
  });
  const { products: counts, errors } = await importFiles(
    shopId,
    {
      products: productsJson(
        toProduct({ id: 1, title: "" }),
        toProduct({ id: 2, variants: [{ id: 21, title: "x", price: "free" }] }),
      ),
    },
    { isFullCatalogue: true },
  );
  expect(errors.map(({ column }) => column)).toEqual(["title", "variants[0].price"]);
  expect(counts).toMatchObject({ deleted: 0, keptOut: 1, badRows: 2, updated: 1 });
});

test("a full catalogue with an id that cannot be read marks nothing as deleted, and says so", async () => {
  const { id: shopId } = await createTestShop();
  await insertCatalogue(shopId, { products: [{ id: 1 }] });
  const { errors, products: counts } = await importFiles(
    shopId,
    { products: productsJson(toProduct(), toProduct({ id: "?" })) },
    { isFullCatalogue: true },
  );
  expect(counts).toMatchObject({ deleted: 0, warnings: 1 });
  expect(errors.map(({ severity }) => severity).sort()).toEqual(["ERROR", "WARNING"]);
});

test("a changed customer changes in the contracts that name it, too", async () => {
  const { id: shopId } = await createTestShop();
  const customer = await insertCustomer(shopId, { id: Number(CUSTOMER_ID), note: "old note" });
  const contract = await insertContract(shopId, { customerId: customer.id });
  await insertContract(shopId);
  const { customers: counts } = await importFiles(shopId, {
    customers: customersCsv([customerRow({ "First Name": "", "Last Name": "Smith", Email: "" })]),
  });
  expect(counts).toMatchObject({ created: 0, updated: 1 });
  const [first, second] = await readContracts(shopId);
  expect(first).toMatchObject({ customerName: "Smith", customerEmail: "", version: contract.version + 1 });
  expect(second).toMatchObject({ customerName: "Ada Lovelace", version: 1 });
});

test("columns that an older customers.csv lacks stay as they are in the shop", async () => {
  const { id: shopId } = await createTestShop();
  await insertCustomer(shopId, { id: Number(CUSTOMER_ID), note: "keep", phone: "+1", tags: ["keep"] });
  await importFiles(shopId, {
    customers: customersCsv([customerRow()], {
      columns: ["Email", "Customer ID", "Last Name", "First Name", "Phone"],
    }),
  });
  expect(await db.select().from(customers)).toMatchObject([
    { firstName: "Zoë", email: "zoe@example.com", note: "keep", tags: ["keep"], phone: "+15551234567" },
  ]);
});

test("of a customer or product that a file names twice the last one counts, with a warning", async () => {
  const { id: shopId } = await createTestShop();
  const { errors } = await importFiles(shopId, {
    products: productsJson(toProduct({ title: "First" }), toProduct({ title: "Last" })),
    customers: customersCsv([customerRow({ "First Name": "First" }), customerRow({ "First Name": "Last" })]),
  });
  expect(errors).toMatchObject([
    { severity: "WARNING", file: "CUSTOMERS", line: 2, value: CUSTOMER_ID },
    { severity: "WARNING", file: "PRODUCTS", line: 3, value: String(PRODUCT_ID) },
  ]);
  expect(await db.select().from(customers)).toMatchObject([{ firstName: "Last" }]);
  expect(await db.select().from(products)).toMatchObject([{ title: "Last" }]);
});

test("an import of many batches brings everything in once", async () => {
  const { id: shopId } = await createTestShop();
  const rows = Array.from({ length: 2500 }, (_, index) => [
    headRow(`sub-${index}`),
    lineRow(`sub-${index}`),
  ]).flat();
  const { contracts: counts } = await importFiles(shopId, { ...catalogue, contracts: contractsCsv(rows) });
  expect(counts).toMatchObject({ rowsRead: 5000, rowsDone: 5000, created: 2500, keptOut: 0 });
  expect(await db.$count(contracts)).toBe(2500);
  expect(await db.$count(contractLines)).toBe(5000);
  expect(await db.$count(billingAttempts)).toBe(7500);
  const counted = await db.select().from(contractCounts);
  expect(counted.reduce((sum, { delta }) => sum + delta, 0)).toBe(2500);
});
