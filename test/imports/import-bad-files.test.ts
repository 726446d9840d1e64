import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { findUnfinishedImport, listImports } from "~/features/imports/records/imports.repo.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { products } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";
import { importFiles, readImport, stageFiles, type TestFiles } from "../support/calls/run-import";
import { createTestShop } from "../support/data/factories";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});

const GOOD = {
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv([headRow("a"), headRow("b")]),
};

/** The problem reported for files of which at least one is unreadable; asserts that nothing was stored. */
async function refuse(files: TestFiles, options: Parameters<typeof stageFiles>[2] = {}) {
  const problem = await stageFiles(shopId, files, options).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(problem instanceof ProblemError)) throw new Error("the files were not refused", { cause: problem });
  for (const table of [products, customers, contracts, importProducts, importCustomers, importContractRows])
    expect(await db.$count(table)).toBe(0);
  expect(await findUnfinishedImport(shopId)).toBeNull();
  const [left] = await listImports(shopId, { limit: 1 });
  return { problem, errors: problem.extra.errors ?? [], left: await readImport(shopId, left?.id ?? 0) };
}

const cut = (text: string, at: number) => Buffer.from(text).subarray(0, at);
const LAST_ROW = GOOD.contracts.trimEnd().lastIndexOf("\n");

test.each<[string, TestFiles, string, string]>([
  ["an empty file", { contracts: "" }, "file_empty", "The file is empty."],
  [
    "a file of nothing but a byte order mark and line ends",
    { customers: "\ufeff\r\n\n" },
    "file_empty",
    "is empty",
  ],
  ["an empty product list", { products: "  " }, "file_empty", "is empty"],
  [
    "random bytes for contracts",
    { contracts: randomBytes(50_000) },
    "file_not_text",
    "not a text file in UTF-8",
  ],
  [
    "random bytes for products",
    { products: randomBytes(50_000) },
    "file_not_text",
    "not a text file in UTF-8",
  ],
  ["zeros", { customers: Buffer.alloc(10_000) }, "file_not_text", "not a text file in UTF-8"],
  [
    "bytes that stop being text far inside",
    { contracts: Buffer.concat([Buffer.from(GOOD.contracts), Buffer.of(0xff)]) },
    "file_not_text",
    "not a text file",
  ],
  [
    "a workbook",
    { contracts: Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(500)]) },
    "file_not_text",
    "zip archive or an Excel workbook",
  ],
  [
    "text in UTF-16",
    { contracts: Buffer.from(`\ufeff${GOOD.contracts}`, "utf16le") },
    "file_not_text",
    "UTF-16",
  ],
  [
    "customers in the place of contracts",
    { contracts: GOOD.customers },
    "file_swapped",
    "looks like customers.csv, not like contracts.csv",
  ],
  [
    "contracts in the place of customers",
    { customers: GOOD.contracts },
    "file_swapped",
    "looks like contracts.csv, not like customers.csv",
  ],
  [
    "products in the place of contracts",
    { contracts: GOOD.products },
    "file_swapped",
    "looks like products.json, not like contracts.csv",
  ],
  [
    "products on one line in the place of customers",
    { customers: JSON.stringify(JSON.parse(GOOD.products)) },
    "file_swapped",
    "looks like products.json",
  ],
  [
    "contracts in the place of products",
    { products: GOOD.contracts },
    "file_swapped",
    "looks like contracts.csv, not like products.json",
  ],
  [
    "a file cut within quotes",
    { contracts: GOOD.contracts.slice(0, GOOD.contracts.lastIndexOf("save 10%")) },
    "file_cut",
    "inside a quoted value",
  ],
  [
    "a file cut in the middle of a row",
    { contracts: cut(GOOD.contracts, LAST_ROW + 40) },
    "file_cut",
    "line 3 has 4 of 28 columns",
  ],
  [
    "a file cut in the middle of a character",
    { customers: cut(GOOD.customers, Buffer.from(GOOD.customers).indexOf("ë") + 1) },
    "file_cut",
    "middle of a character",
  ],
  [
    "JSON that ends early",
    { products: cut(GOOD.products, GOOD.products.length - 30) },
    "file_cut",
    "ends before it is complete",
  ],
  [
    "JSON that is broken",
    { products: GOOD.products.replace('"title"', "title") },
    "file_malformed",
    "not JSON",
  ],
  ["JSON with something behind it", { products: `${GOOD.products} {}` }, "file_malformed", "not JSON"],
  ["another JSON", { products: '{"orders":[]}' }, "file_malformed", 'no list "products"'],
  [
    "prose",
    { contracts: "Dear Sir,\nplease find the contracts enclosed.\n" },
    "file_missing_columns",
    "This is not contracts.csv",
  ],
  [
    "columns separated by semicolons",
    { customers: GOOD.customers.replaceAll(",", ";") },
    "file_malformed",
    "not separated by commas",
  ],
  [
    "a quote in the wrong place",
    { contracts: GOOD.contracts.replace("Smith", 'Sm"ith') },
    "file_malformed",
    "quote stands in the wrong place",
  ],
])("%s is refused with the reason, and nothing is imported", async (_name, files, code, reason) => {
  const { problem, errors, left } = await refuse({ ...GOOD, ...files });
  const field = Object.keys(files)[0];
  expect(problem.status).toBe(400);
  expect(errors).toEqual([{ pointer: `/${field}`, code, detail: expect.stringContaining(reason) }]);
  expect(left.status).toBe("FAILED");
  expect(left.failure).toContain(reason);
  expect(left.failure).toContain("Nothing was imported.");
  expect(left.errors).toMatchObject([
    { file: field?.toUpperCase(), column: null, reason: errors[0]?.detail },
  ]);
});

test("all required columns that a file lacks are named at once", async () => {
  const { errors } = await refuse({
    contracts: contractsCsv([headRow("a")], { columns: ["handle", "status", "line_variant_id", "Status"] }),
  });
  expect(errors[0]?.code).toBe("file_missing_columns");
  expect(errors[0]?.detail).toContain("customer_id, currency_code, cadence_interval");
  expect(errors[0]?.detail).toContain("line_selling_plan_name");
  expect(errors[0]?.detail).not.toMatch(/\bstatus\b/);
});

test("a required column that is twice in the header is named", async () => {
  const { errors } = await refuse({
    customers: "Customer ID,First Name,Last Name,Email,Email\n1,a,b,c@d.ef,x@y.zz\n",
  });
  expect(errors[0]?.detail).toBe("The header has columns twice: Email.");
});

test("several unreadable files are named all at once, also behind one that is good", async () => {
  const { problem, errors } = await refuse({
    products: randomBytes(300_000),
    customers: GOOD.customers,
    contracts: cut(GOOD.contracts, LAST_ROW + 40),
  });
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ["/products", "file_not_text"],
    ["/contracts", "file_cut"],
  ]);
  expect(problem.detail).toMatch(/products\.json: .*contracts\.csv: .*Nothing was imported\.$/);
});

test("a file larger than the limit is refused with 413", async () => {
  const { problem, errors } = await refuse(GOOD, { maxFileBytes: 500 });
  expect(problem.status).toBe(413);
  expect(errors.find(({ pointer }) => pointer === "/contracts")).toMatchObject({
    code: "file_too_large",
    detail: "The file is larger than 500 bytes.",
  });
});

test("a quote that is never closed is found out without reading the whole file into memory", async () => {
  const { errors } = await refuse({ contracts: `${GOOD.contracts}"${"x".repeat(3_000_000)}` });
  expect(errors).toMatchObject([
    { code: "file_malformed", detail: expect.stringContaining("a quote is not closed") },
  ]);
});

test("JSON nested without end is found out", async () => {
  const { errors } = await refuse({ products: `{"products":[${"[".repeat(100_000)}` });
  expect(errors).toMatchObject([
    { code: "file_malformed", detail: expect.stringContaining("nested too deep") },
  ]);
});

test("a full catalogue without products is refused: it would delete them all", async () => {
  for (const files of [{ customers: GOOD.customers }, { products: '{"products":[]}' }]) {
    const { errors } = await refuse(files, { isFullCatalogue: true });
    expect(errors).toMatchObject([
      { pointer: "/products", detail: expect.stringContaining("every product as deleted") },
    ]);
  }
});

test("a file with a header and no rows is no error", async () => {
  const result = await importFiles(shopId, {
    customers: customersCsv([]),
    contracts: contractsCsv([]),
    products: '{"products":[]}',
  });
  expect(result).toMatchObject({ status: "COMPLETED", errors: [], contracts: { rowsRead: 0, created: 0 } });
});

test("without any file there is no import", async () => {
  await expect(stageFiles(shopId, {})).rejects.toMatchObject({ code: "invalid_request" });
  expect(await listImports(shopId, { limit: 1 })).toEqual([]);
});

test("after a refused import the shop can import at once", async () => {
  await refuse({ contracts: "" });
  expect(await importFiles(shopId, GOOD)).toMatchObject({ status: "COMPLETED", contracts: { created: 2 } });
});
