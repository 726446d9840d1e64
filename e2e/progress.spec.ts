import type { Locator } from "@playwright/test";
import { enqueueRun } from "../app/features/imports/intake/import-failure.service.server";
import { db } from "../db/client.server";
import { bulkAutomationBatches, bulkAutomations } from "../db/schema/bulk-automations";
import { importFiles, imports } from "../db/schema/imports";
import { insertContract } from "../test/support/data/factories";
import { useSession } from "./support/admin";
import { expectUsablePage } from "./support/axe";
import { ANY_WIDTH } from "./support/tags";
import { expect, test } from "./support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

const ACTOR = { actorType: "staff", actorName: "Ada", createdAt: new Date() } as const;

/** An import under way whose job is another worker's until tomorrow: otherwise the one that runs here ends it within the minute. */
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

test("a bulk change and an import under way show how far they are, by a bar as wide as their card", async ({
  page,
  shop,
}) => {
  const task = { shopId: shop.id, id: 4, kind: "DELIVERY_PRICE", parameters: { deliveryPrice: "4.00" } };
  await db.insert(bulkAutomations).values({
    ...task,
    ...ACTOR,
    status: "PAUSED",
    selectionType: "ALL",
    total: 200,
    startedAt: new Date(),
  });
  await db.insert(bulkAutomationBatches).values({
    ...{ shopId: shop.id, automationId: 4, number: 0, firstContractId: 1, lastContractId: 200 },
    ...{ items: 200, planned: 200, succeeded: 50 },
  });
  const at = { shopId: shop.id, importId: 3 };
  await insertRunningImport(shop.id, 3);
  await db
    .insert(importFiles)
    .values({ ...at, file: "CONTRACTS", name: "contracts.csv", columns: [], rowsStaged: 200, rowsDone: 50 });
  for (const path of ["/admin/bulk-automations/4", "/admin/imports/3"]) {
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
  // Rendered by scripts: before they load, the browser follows links itself and shows its own progress.
  await expect(page.getByLabel("Select all on this page")).toBeVisible();
  const line = page.locator(".pn-loading");
  expect(await look(line)).toMatchObject({ opacity: 0 });
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/admin\/contracts\.data\?/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Active/ }).click();
  await expect.poll(async () => (await look(line)).opacity).toBe(1);
  const seen = await look(line);
  expect(seen.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.8);
  expect([seen.height, seen.top]).toEqual([2, 0]);
  letGo();
  await expect(page).toHaveURL(/status=ACTIVE$/);
  await expect.poll(async () => (await look(line)).opacity).toBe(0);
});
