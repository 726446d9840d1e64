import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importErrorsDownload, importLoader } from "~/features/imports/imports.endpoints.server";
import { env } from "~/lib/env.server";
import { ask, pageRequest } from "../support/calls/pages";
import { importFiles } from "../support/calls/run-import";
import { createTestShop, signIn, type TestShop } from "../support/data/factories";
import { catalogue, contractsCsv, headRow, productsJson, toProduct } from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

/** The default is ten thousand. */
const { IMPORT_KEPT_ERRORS } = env;
beforeAll(() => void Object.assign(env, { IMPORT_KEPT_ERRORS: 5 }));
afterAll(() => void Object.assign(env, { IMPORT_KEPT_ERRORS }));

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

const many = (count: number, cells: Record<string, string>) =>
  Array.from({ length: count }, (_, index) => headRow(`${Object.values(cells)[0]}-${index}`, cells));

const BAD = { line_quantity: "none" };
const UNKNOWN_CUSTOMER = { customer_id: "77" };
const PAST = { upcoming_billing_date: "2026-01-31T08:00:00Z" };

test("errors beyond the limit are counted, not kept, whether the reading or the work finds them", async () => {
  const { importId, contracts, errors } = await importFiles(shop.id, {
    ...catalogue,
    contracts: contractsCsv([...many(3, BAD), ...many(700, UNKNOWN_CUSTOMER), ...many(9, PAST)]),
  });
  expect(contracts).toMatchObject({ created: 9, keptOut: 703, errors: 703, warnings: 9 });
  // Warnings have room of their own: they hide no error, and errors hide none of them.
  const kept = errors.map(({ severity, column }) => `${severity} ${column}`).sort();
  expect(kept).toEqual([
    ...Array(2).fill("ERROR customer_id"),
    ...Array(3).fill("ERROR line_quantity"),
    ...Array(5).fill("WARNING upcoming_billing_date"),
  ]);
  const page = await ask(importLoader, pageRequest(`/admin/imports/${importId}`, { cookie }), {
    importId: String(importId),
  });
  expect(page.data).toMatchObject({ errorCount: 712, keptCount: 10 });
  const download = await importErrorsDownload.loader({
    request: pageRequest(`/admin/imports/${importId}/errors.csv`, { cookie }),
    params: { importId: String(importId) },
    context: {},
  });
  const lines = (await download.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe(",,,,702 more were counted and are not listed.,");
});

test("a file of nothing but bad rows is counted to its end", async () => {
  const { contracts, errors } = await importFiles(shop.id, {
    ...catalogue,
    contracts: contractsCsv(many(1200, BAD)),
  });
  expect(contracts).toMatchObject({ badRows: 1200, errors: 1200 });
  expect(errors).toHaveLength(5);
});

test("what concerns a file as a whole is kept, however many errors there are", async () => {
  const products = productsJson(...Array.from({ length: 8 }, (_, id) => ({ ...toProduct(), id: -id })));
  const { errors } = await importFiles(shop.id, { products }, { isFullCatalogue: true });
  expect(errors).toHaveLength(6);
  expect(errors).toContainEqual(expect.objectContaining({ severity: "WARNING", line: null }));
});

test("an error that one row repeats is one line with its first place and how often it is there", async () => {
  const variants = Array.from({ length: 400 }, (_, index) => ({ id: index + 1, title: "x", price: "free" }));
  const { products, errors } = await importFiles(shop.id, {
    products: productsJson(toProduct({ variants: [...variants, { id: 999, price: "1" }] })),
  });
  expect(products).toMatchObject({ badRows: 1, errors: 2 });
  expect(errors.map(({ column, value, reason }) => [column, value, reason])).toEqual([
    [
      "variants[0].price",
      "free",
      expect.stringMatching(/^Expected an amount .* \(400 times in this product\)$/),
    ],
    ["variants[400].title", "", "Is required."],
  ]);
});
