import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { removePlanGroup } from "~/features/selling-plans/plan-groups.service.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { sellingPlanGroupProducts, sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";
import { contractLines } from "~db/schema/contracts";
import { importFiles, stageFiles } from "../support/calls/run-import";
import { insertCatalogue } from "../support/data/catalogue";
import { requestList } from "../support/data/contract-list";
import { NOW, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
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

const countBlocked = async () => {
  const [row] = await db.execute<{ blocked: number }>(sql`
    select count(*)::int as blocked from pg_stat_activity
    where wait_event_type = 'Lock' and backend_xid is not null and datname = current_database()`);
  return row?.blocked;
};

test.each([
  ["with its name", monthly],
  ["by its id alone", { ...monthly, line_selling_plan_name: "" }],
])(
  "a plan that an open batch imports contracts under, %s, is not deleted: it is in use",
  async (_, cells) => {
    await importFiles(shop.id, { ...catalogue, contracts: contractsCsv([headRow("a", monthly)]) });
    // Nothing uses it any more.
    await db.update(contractLines).set({ sellingPlanId: null });
    const importId = await stageFiles(shop.id, {
      contracts: contractsCsv([headRow("b", cells), headRow("c", once)]),
    });
    const other = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
    onTestFinished(() => other.end({ timeout: 0 }));
    const held = await other.reserve();
    await held`begin`;
    await held`select from customers for no key update`;
    const running = runImport(shop.id, importId, { clock: () => NOW });
    await eventually(async () => expect(await countBlocked()).toBe(1));
    let isOver = false;
    const removed = removePlanGroup(shop.id, 31, testAudit(NOW))
      .then(() => "removed")
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    await eventually(async () => expect(isOver || (await countBlocked()) === 2).toBe(true));
    await held`rollback`;
    await running;
    expect(await removed).toBeInstanceOf(ProblemError);
    expect(await removed).toMatchObject({ code: "conflict" });
    const lines = await db.select({ plan: contractLines.sellingPlanId }).from(contractLines);
    expect(lines.map(({ plan }) => plan).sort()).toEqual([31, null, null]);
    expect(await db.select({ id: sellingPlans.id }).from(sellingPlans)).toEqual([{ id: 31 }]);
  },
);
