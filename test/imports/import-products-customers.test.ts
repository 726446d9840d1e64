import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { products, variants } from "~db/schema/catalogue";
import { customers } from "~db/schema/customers";
import { importFiles, readContracts } from "../support/calls/run-import";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertContract, insertCustomer, NOW } from "../support/data/factories";
import {
  CUSTOMER_ID,
  customerRow,
  customersCsv,
  PRODUCT_ID,
  productsJson,
  toProduct,
  VARIANT_ID,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

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

test("a product or variant with bad values in the full catalogue does not count as missing", async () => {
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

describe("a customers.csv with some of the address columns", () => {
  const STORED = {
    firstName: "Zoë",
    lastName: "Smith",
    company: "Old Ltd",
    address1: "Old St 1",
    address2: "Floor 2",
    city: "Salem",
    province: "Oregon",
    provinceCode: "OR",
    country: "United States",
    countryCode: "US",
    zip: "97301",
    phone: "+15550000000",
  };
  const NEW: Record<string, [keyof typeof STORED, string]> = {
    "Default Address Company": ["company", "New Ltd"],
    "Default Address Address1": ["address1", "New St 1"],
    "Default Address Address2": ["address2", "Floor 3"],
    "Default Address City": ["city", "Portland"],
    "Default Address Province Code": ["provinceCode", "CA"],
    "Default Address Country Code": ["countryCode", "US"],
    "Default Address Zip": ["zip", "97201"],
    "Default Address Phone": ["phone", "+15551111111"],
  };
  const bring = async (cells: Record<string, string>, before: typeof STORED | null = STORED) => {
    const { id: shopId } = await createTestShop();
    await insertCustomer(shopId, { id: Number(CUSTOMER_ID), defaultAddress: before });
    const columns = ["Customer ID", "First Name", "Last Name", "Email", ...Object.keys(cells)];
    const file = customersCsv([customerRow(cells)], { columns });
    const { errors } = await importFiles(shopId, { customers: file });
    expect(errors).toEqual([]);
    const [row] = await db.select().from(customers).where(eq(customers.shopId, shopId));
    return row?.defaultAddress;
  };

  test("changes these and leaves the rest, column by column", async () => {
    for (const [column, [part, value]] of Object.entries(NEW)) {
      const province = part === "provinceCode" && { province: null };
      expect(await bring({ [column]: value }), column).toEqual({ ...STORED, [part]: value, ...province });
    }
  });

  test("replaces the address when all are there, and fills one that was empty", async () => {
    const cells = Object.fromEntries(Object.entries(NEW).map(([column, [, value]]) => [column, value]));
    const parts = Object.fromEntries(Object.values(NEW));
    expect(await bring(cells)).toEqual({ ...STORED, ...parts, province: "California" });
    expect(await bring({ "Default Address City": "Portland" }, null)).toMatchObject({
      city: "Portland",
      zip: null,
    });
    expect(await bring({ "Default Address City": "" }, null)).toBeNull();
  });

  test("with another country and no province takes the old province away", async () => {
    expect(await bring({ "Default Address Country Code": "NL" })).toEqual({
      ...STORED,
      countryCode: "NL",
      country: "Netherlands",
      province: null,
      provinceCode: null,
    });
  });
});
