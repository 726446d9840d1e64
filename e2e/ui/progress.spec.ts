import type { Locator } from "@playwright/test";
import { enqueueRun } from "../../app/features/imports/intake/import-failure.service.server";
import { db } from "../../db/client.server";
import {
  bulkAutomationBatches,
  bulkAutomationItems,
  bulkAutomations,
} from "../../db/schema/bulk-automations";
import { importFiles, imports } from "../../db/schema/imports";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { hold } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

const ACTOR = { actorType: "staff", actorName: "Ada", createdAt: new Date() } as const;

/**
 * An import under way whose job another worker holds until tomorrow: otherwise the worker that runs here would finish
 * it within a minute.
 */
async function insertRunningImport(shopId: number, id: number): Promise<void> {
  await db.insert(imports).values({ shopId, id, status: "RUNNING", isFullCatalogue: false, ...ACTOR });
  await enqueueRun(db, { shopId, id }, new Date(Date.now() + 86_400_000));
}

/** What is visible of it: its size on the screen, and its opacity including its ancestors'. */
const look = (bar: Locator) =>
  bar.evaluate((element) => {
    const { width, height, top } = element.getBoundingClientRect();
    let opacity = 1;
    for (let each: Element | null = element; each; each = each.parentElement)
      opacity *= Number(getComputedStyle(each).opacity);
    return { width, height, top, opacity };
  });

/** A plan of a contract, as a bulk change of plans stores it. */
const planOf = (sellingPlanName: string) => {
  const prices = { currentPrice: "9", basePrice: null, laterPrice: null, laterAfterCycle: 0 };
  const month = { interval: "MONTH", intervalCount: 1 };
  const line = { id: "1", ...prices, sellingPlanId: 1, sellingPlanName };
  return JSON.stringify({ lines: [line], billing: month, delivery: month });
};

test("a bulk change and an import under way show how far they are, by a bar as wide as their card, and whole texts", async ({
  page,
  shop,
}) => {
  const contract = await insertContract(shop.id);
  const parameters = { sellingPlanId: 1, names: { sellingPlanId: "Every month, save 8%" } };
  await db.insert(bulkAutomations).values({
    ...{ shopId: shop.id, id: 4, kind: "SELLING_PLAN", parameters, summary: { reasons: { UNCHANGED: 100 } } },
    ...ACTOR,
    status: "PAUSED",
    selectionType: "ALL",
    total: 300,
    startedAt: new Date(),
  });
  const ofTask = { shopId: shop.id, automationId: 4 };
  await db.insert(bulkAutomationBatches).values({
    ...{ ...ofTask, number: 0, firstContractId: 1, lastContractId: 300 },
    ...{ items: 300, planned: 200, succeeded: 50 },
  });
  await db.insert(bulkAutomationItems).values({
    ...{ ...ofTask, contractId: contract.id, version: 1, status: "SUCCEEDED" },
    before: planOf("Prepaid half year, delivery every 2 weeks, save 18%"),
    after: planOf("Every month, save 8%"),
  });
  const at = { shopId: shop.id, importId: 3 };
  await insertRunningImport(shop.id, 3);
  await db
    .insert(importFiles)
    .values({ ...at, file: "CONTRACTS", name: "contracts.csv", columns: [], rowsStaged: 200, rowsDone: 50 });
  for (const path of ["/admin/imports/3", "/admin/bulk-automations/4"]) {
    await page.goto(path);
    const bar = page.getByRole("progressbar");
    await expect(bar).toHaveJSProperty("position", 0.25);
    const seen = await look(bar);
    const card = await look(page.locator(".pn-card", { has: bar }));
    expect(seen.opacity).toBe(1);
    expect(seen.height).toBeGreaterThanOrEqual(6);
    expect(seen.width).toBeGreaterThan(card.width * 0.8);
    expect(seen.top).toBeGreaterThan(card.top);
    await expectUsablePage(page);
  }
  await expect(page.getByText("50 of 200 contracts")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Prepaid half year, delivery" })).toContainText("every month");
  const [table, card] = await Promise.all([
    look(page.getByRole("table")),
    look(page.locator(".pn-card").last()),
  ]);
  expect(table.width).toBeLessThanOrEqual(card.width);
  await page.goto("/admin/bulk-automations/4?confirm=cancel");
  await expect(page.getByRole("dialog")).toContainText("Cancel “Change to the plan ‘Every month, save 8%’”?");
});

test("an import under way and one that failed are called the same on the home page as among the imports", {
  tag: ANY_WIDTH,
}, async ({ page, shop }) => {
  await insertContract(shop.id);
  await db
    .insert(imports)
    .values({ shopId: shop.id, id: 3, status: "FAILED", isFullCatalogue: false, ...ACTOR });
  await insertRunningImport(shop.id, 4);
  for (const path of ["/admin", "/admin/imports"]) {
    await page.goto(path);
    await expect(page.locator("main .pn-badge")).toHaveText(["Importing", "Not imported"]);
  }
});

test("while another page is on its way a line across the top says so, and is gone when it is there", async ({
  page,
  shop,
}) => {
  await insertContract(shop.id);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/admin/contracts");
  const line = page.locator(".pn-loading");
  expect(await look(line)).toMatchObject({ opacity: 0 });
  const { held, release } = hold();
  await page.route(/\/admin\/contracts\.data\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Active/ }).click();
  await expect.poll(async () => (await look(line)).opacity).toBe(1);
  const seen = await look(line);
  expect(seen.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.8);
  expect([seen.height, seen.top]).toEqual([2, 0]);
  release();
  await expect(page).toHaveURL(/status=ACTIVE$/);
  await expect.poll(async () => (await look(line)).opacity).toBe(0);
});
