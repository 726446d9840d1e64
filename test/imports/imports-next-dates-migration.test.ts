import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { listMigrations, MIGRATIONS_DIR } from "~db/migration-files";
import { sellingPlanGroupProducts, sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

/**
 * As the runner handles a file without a transaction, except for its lock timeout, which is meant for a live shop and
 * too short on a busy machine.
 */
async function runMigration(sql: postgres.Sql): Promise<void> {
  const name = (await listMigrations()).find((file) => file.endsWith("_imports_next_dates.sql")) ?? "";
  const text = readFileSync(path.join(MIGRATIONS_DIR, name), "utf8");
  const statements = text
    .split("--> statement-breakpoint")
    .filter((statement) => !/^\s*(--.*\s+)*SET lock_timeout/.test(statement));
  for (const statement of statements) await sql.unsafe(statement);
}

test("what earlier imports left is put right, once and again: no next dates of contracts that are over, groups for plans", async () => {
  const shop = await createTestShop();
  const { products } = await insertCatalogue(shop.id, {
    products: [{}, {}],
    groups: [{ id: 900, plans: [{ id: 33 }] }],
  });
  const productIds = products.map(({ id }) => id);
  await db.insert(sellingPlans).values({ shopId: shop.id, id: 31, name: "Monthly" });
  for (const status of ["ACTIVE", "PAUSED", "CANCELLED", "EXPIRED", "FAILED"] as const)
    await insertContract(shop.id, {
      status,
      nextBillingDate: NOW,
      lines: productIds.map((productId) => ({ productId, sellingPlanId: 31 })),
    });
  await insertContract(shop.id, { lines: [{ productId: productIds[0], sellingPlanId: 33 }] });
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  try {
    await sql`alter table contracts drop constraint contracts_next_date_check`;
    await sql`update contracts set next_billing_date = ${NOW}, schedule_anchor = null where shop_id = ${shop.id} and status <> 'PAUSED'`;
    await runMigration(sql);
    await runMigration(sql);
  } finally {
    await sql.end();
  }
  const rows = await db.select().from(contracts).orderBy(contracts.id);
  expect(rows.map((row) => [row.status, row.nextBillingDate, row.scheduleAnchor])).toEqual([
    ["ACTIVE", NOW, null],
    ["PAUSED", NOW, NOW],
    ["CANCELLED", null, NOW],
    ["EXPIRED", null, NOW],
    ["FAILED", null, NOW],
    ["ACTIVE", NOW, null],
  ]);
  expect(await db.select().from(sellingPlanGroups).orderBy(sellingPlanGroups.id)).toMatchObject([
    { id: 31, name: "Monthly" },
    { id: 900 },
  ]);
  const members = await db
    .select()
    .from(sellingPlanGroupProducts)
    .orderBy(sellingPlanGroupProducts.productId);
  expect(members).toMatchObject(productIds.toSorted().map((productId) => ({ groupId: 31, productId })));
  await expect(db.update(contracts).set({ status: "CANCELLED" })).rejects.toMatchObject({
    cause: { constraint_name: "contracts_next_date_check" },
  });
});
