import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  applyDraft,
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { removePlanGroup, savePlanGroup } from "~/features/selling-plans/plan-groups.service.server";
import { db } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { sellingPlans, variants } from "~db/schema/catalogue";
import { idOf, send } from "../support/calls/contract-calls";
import { insertCatalogue } from "../support/data/catalogue";
import { readContractRow } from "../support/data/contract-plan";
import { createTestShop, insertContract, NOW, type TestShop, testAudit } from "../support/data/factories";
import { readTask, run, runUnseen } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
let shop: TestShop;
let tea: number;
let beans: number;
let month: number;
let year: number;
let teaGroup: number;
let contract: Awaited<ReturnType<typeof insertContract>>;

beforeAll(resetDatabase);

/** Tea monthly and yearly, beans without a plan; a contract of tea. */
beforeEach(async () => {
  shop = await createTestShop();
  const { products } = await insertCatalogue(shop.id, {
    products: [
      { id: 71, title: "Tea", variants: [{ price: "20.00" }] },
      { id: 72, title: "Beans", variants: [{ price: "10.00" }] },
    ],
  });
  [tea = 0] = products[0]?.variantIds ?? [];
  [beans = 0] = products[1]?.variantIds ?? [];
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        productIds: [71],
        plans: [
          { name: "A month", billingInterval: "MONTH", billingIntervalCount: 1, discountPercentage: "5" },
          { name: "A year", billingInterval: "YEAR", billingIntervalCount: 1, discountPercentage: "25" },
        ],
      },
    ],
  });
  [month = 0, year = 0] = groups[0]?.planIds ?? [];
  teaGroup = groups[0]?.id ?? 0;
  contract = await insertContract(shop.id, {
    lines: [{ title: "Tea", productId: 71, variantId: tea, currentPrice: "20.00" }],
  });
});

const preview = async (kind: string, parameters: Record<string, unknown>, isDraft = true) =>
  (await createAutomation(shop.id, { kind, parameters, selection: { type: "ALL" }, isDraft }, starter)).id;

/** Makes the plan, runs `meanwhile`, then applies the change. @returns the contract's item */
async function runAfter(id: number, meanwhile: () => Promise<unknown>) {
  await runUnseen(shop.id, id);
  await meanwhile();
  await applyDraft(shop.id, id, testAudit(), { isFirstBatchOnly: false });
  await run(shop.id, id);
  const { items } = await readTask(shop.id, id);
  return items.map(({ status, reason }) => [status, reason]);
}

const versionOf = async () => (await readContractRow(contract)).version;
const deleteVariant = (id: number) => updateRows(db, variants, { shopId: shop.id, id }, { deletedAt: NOW });

test("a product that is deleted between preview and run comes into no contract, and is named", async () => {
  const id = await preview("VARIANT_SWAP", { oldVariantId: tea, newVariantId: beans });
  expect(await runAfter(id, () => deleteVariant(beans))).toEqual([
    ["FAILED", "The product “Beans” was deleted."],
  ]);
  expect(await versionOf()).toBe(contract.version);
});

test("undone, a product that was deleted meanwhile does not come back, and is named", async () => {
  const id = await preview("VARIANT_SWAP", { oldVariantId: tea, newVariantId: beans }, false);
  await run(shop.id, id);
  await deleteVariant(tea);
  const undo = await undoAutomation(shop.id, id, starter);
  await run(shop.id, undo.id);
  const { items } = await readTask(shop.id, undo.id);
  expect(items).toMatchObject([{ status: "FAILED", reason: "The product “Tea” was deleted." }]);
});

test("a plan that is deleted between preview and run is named", async () => {
  const id = await preview("SELLING_PLAN", { sellingPlanId: year });
  expect(await runAfter(id, () => removePlanGroup(shop.id, teaGroup, testAudit()))).toEqual([
    ["FAILED", "The selling plan “A year” was deleted."],
  ]);
  expect(await versionOf()).toBe(contract.version);
});

test("a plan that is renamed between preview and run is applied as previewed, and can be undone", async () => {
  const id = await preview("SELLING_PLAN", { sellingPlanId: year });
  const rename = () =>
    updateRows(db, sellingPlans, { shopId: shop.id, id: year }, { name: "Tea for a year" });
  expect(await runAfter(id, rename)).toEqual([["SUCCEEDED", null]]);
  const undo = await undoAutomation(shop.id, id, starter);
  await run(shop.id, undo.id);
  expect((await readTask(shop.id, undo.id)).items).toMatchObject([{ status: "SUCCEEDED" }]);
});

test("a plan leaves contracts alone where another product keeps one of another frequency, now or when it is undone", async () => {
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [
      {
        productIds: [72],
        plans: [
          { name: "Beans a month", billingInterval: "MONTH", billingIntervalCount: 1 },
          { name: "Beans a year", billingInterval: "YEAR", billingIntervalCount: 1 },
        ],
      },
    ],
  });
  const [beansMonth = 0, beansYear = 0] = groups[0]?.planIds ?? [];
  const mixed = await insertContract(shop.id, {
    lines: [
      { title: "Tea", productId: 71, variantId: tea, sellingPlanId: month, sellingPlanName: "A month" },
      {
        title: "Beans",
        productId: 72,
        variantId: beans,
        sellingPlanId: beansMonth,
        sellingPlanName: "Beans",
      },
    ],
  });
  const id = await preview("SELLING_PLAN", { sellingPlanId: year }, false);
  await run(shop.id, id);
  const { items } = await readTask(shop.id, id);
  expect(items.map(({ contractId, reason }) => [contractId, reason])).toEqual([
    [contract.subscriptionContractId, null],
    [mixed.subscriptionContractId, "PLAN_OF_ANOTHER_FREQUENCY"],
  ]);
  const added = { ...idOf(contract), variantId: beans, sellingPlanId: beansYear };
  expect((await send(shop, addLineItem, added)).status).toBe(200);
  const undo = await undoAutomation(shop.id, id, starter);
  await run(shop.id, undo.id);
  const [refused] = (await readTask(shop.id, undo.id)).items;
  expect([refused?.status, refused?.reason]).toEqual(["FAILED", expect.stringContaining("“Beans”")]);
  expect((await readContractRow(contract)).billingInterval).toBe("YEAR");
});

test("a plan that lines come under is not deleted at the same moment, however the calls meet", async () => {
  const name = "Tea";
  const keep = { id: year, name: "A year", interval: "YEAR" as const, intervalCount: 1 };
  const wanted = { ...idOf(contract), variantId: tea, sellingPlanId: month };
  const [added, deleted] = await Promise.all([
    send(shop, addLineItem, wanted),
    savePlanGroup(shop.id, teaGroup, { name, productIds: [71], sellingPlans: [keep] }, testAudit()).then(
      () => "gone",
      () => "kept",
    ),
  ]);
  expect([added.status, deleted]).toSatisfy(
    ([status, outcome]) => (status === 200 && outcome === "kept") || (status === 400 && outcome === "gone"),
  );
});
