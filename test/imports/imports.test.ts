import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { sellingPlans } from "~db/schema/catalogue";
import { contractCounts, contractLines, contracts } from "~db/schema/contracts";
import { paymentMethods } from "~db/schema/customers";
import { events } from "~db/schema/events";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";
import { importFiles, readContracts } from "../support/calls/run-import";
import { createTestShop, NOW } from "../support/data/factories";
import {
  CUSTOMER_ID,
  catalogue,
  contractsCsv,
  headRow,
  lineRow,
  PRODUCT_ID,
  VARIANT_ID,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

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

  expect(result).toMatchObject({
    status: "COMPLETED",
    failure: null,
    errors: [{ severity: "WARNING", line: 3, column: "line_current_price", value: "7.335" }],
  });
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

test("a finished import writes one event, and none for its contracts", async () => {
  const { id: shopId } = await createTestShop();
  const { importId } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([headRow("sub-1")]),
  });
  expect(await db.select().from(events)).toEqual([
    expect.objectContaining({ shopId, type: "import.completed", subjectId: importId, contractId: null }),
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
