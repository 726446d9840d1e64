import { expect, test } from "vitest";
import { db } from "~db/client.server";
import { sellingPlanGroupProducts, sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";
import { importFiles } from "../support/calls/run-import";
import { insertCatalogue } from "../support/data/catalogue";
import { requestList } from "../support/data/contract-list";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  PRODUCT_ID,
  productsJson,
  toProduct,
  VARIANT_ID,
} from "../support/processes/shop-files";

const shop = shopOfEachTest();

const TEA = { product: 7000000000002, variant: "41000000000002" };
const MUG = { product: 7000000000003, variant: "41000000000003" };
const toCatalogueProduct = ({ product, variant }: typeof TEA) =>
  toProduct({
    id: product,
    handle: `product-${product}`,
    variants: [{ id: Number(variant), title: "One", price: "5" }],
  });
const catalogue = {
  products: productsJson(toProduct(), toCatalogueProduct(TEA), toCatalogueProduct(MUG)),
  customers: customersCsv([customerRow()]),
};
const monthly = { line_selling_plan_id: "31", line_selling_plan_name: "Monthly" };
const weekly = { line_selling_plan_id: "32", line_selling_plan_name: "Weekly" };
const once = { line_selling_plan_id: "", line_selling_plan_name: "" };

/** The handles of the contracts that the list finds. */
async function find(parameters: Record<string, string | number>): Promise<string[]> {
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  const response = await requestList(shop.readKey, `?${search}&recordType=SELLING_PLAN_GROUP`);
  const records: { importedId: string }[] = await response.json();
  return records.map(({ importedId }) => importedId).sort();
}

test("plans of a file become groups with the products bought under them, and the list finds contracts by these", async () => {
  await importFiles(shop.id, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("roast", monthly),
      headRow("tea", { ...monthly, line_variant_id: TEA.variant }),
      headRow("weekly", { ...weekly, line_variant_id: VARIANT_ID }),
      headRow("mug", { ...once, line_variant_id: MUG.variant }),
    ]),
  });
  expect(await find({ productId: PRODUCT_ID })).toEqual(["roast", "tea", "weekly"]);
  expect(await find({ productId: TEA.product })).toEqual(["roast", "tea"]);
  expect(await find({ variantId: TEA.variant })).toEqual(["roast", "tea"]);
  expect(await find({ productId: MUG.product })).toEqual([]);
  expect(await find({ sellingPlanIds: 32 })).toEqual(["weekly"]);
  const groups = await db.select().from(sellingPlanGroups);
  expect(groups.map(({ name }) => name).sort()).toEqual(["Monthly", "Weekly"]);
});

test("a later import adds what it has bought under a plan, whatever name it gives the plan", async () => {
  const bring = (handle: string, cells: Record<string, string>) =>
    importFiles(shop.id, {
      ...catalogue,
      contracts: contractsCsv([headRow(handle, cells), lineRow(handle, once)]),
    });
  await bring("roast", monthly);
  await bring("tea", { ...monthly, line_selling_plan_name: "Each month", line_variant_id: TEA.variant });
  expect(await find({ productId: TEA.product })).toEqual(["roast", "tea"]);
  expect(await db.select().from(sellingPlanGroups)).toMatchObject([{ name: "Monthly" }]);
});

test("a plan whose group the shop knows stays in it, and the group keeps its products", async () => {
  await importFiles(shop.id, { products: catalogue.products });
  await insertCatalogue(shop.id, { groups: [{ id: 900, productIds: [MUG.product], plans: [{ id: 31 }] }] });
  await importFiles(shop.id, { ...catalogue, contracts: contractsCsv([headRow("roast", monthly)]) });
  expect(await db.select().from(sellingPlans)).toMatchObject([{ id: 31, groupId: 900 }]);
  expect(await db.select().from(sellingPlanGroupProducts)).toMatchObject([
    { groupId: 900, productId: MUG.product },
  ]);
});

test("a group that is made for all products stays so when more is imported, and holds each of them", async () => {
  await importFiles(shop.id, { ...catalogue, contracts: contractsCsv([headRow("roast", monthly)]) });
  await db.delete(sellingPlanGroupProducts);
  const tea = headRow("tea", { ...monthly, line_variant_id: TEA.variant });
  await importFiles(shop.id, { ...catalogue, contracts: contractsCsv([tea]) });
  expect(await db.select().from(sellingPlanGroupProducts)).toEqual([]);
  expect(await find({ productId: MUG.product })).toEqual(["roast", "tea"]);
  expect(await find({ variantId: MUG.variant })).toEqual(["roast", "tea"]);
  expect(await find({ productId: 1 })).toEqual([]);
  expect(await find({ variantId: 1 })).toEqual([]);
});
