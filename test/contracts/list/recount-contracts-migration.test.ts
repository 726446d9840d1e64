import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { client } from "~db/client.server";
import { listMigrations, MIGRATIONS_DIR } from "~db/migration-files";
import { insertContract } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { requireTrueCounts } from "../../support/models/content-contracts";

const shop = shopOfEachTest();

async function runMigration(): Promise<void> {
  const name = (await listMigrations()).find((file) => file.endsWith("_recount_contracts.sql")) ?? "";
  await client.unsafe(readFileSync(path.join(MIGRATIONS_DIR, name), "utf8"));
}

test("counters that bulk changes left wrong are put right, once and again: groups short, left over and missing", async () => {
  const prepaid = { billingInterval: "WEEK", billingIntervalCount: 12, deliveryInterval: "WEEK" } as const;
  await insertContract(shop.id);
  await insertContract(shop.id, { status: "PAUSED" });
  await insertContract(shop.id, { ...prepaid, deliveryIntervalCount: 4 });
  await client`update contract_counts set plan_type = 'PAY_AS_YOU_GO' where shop_id = ${shop.id}`;
  await client`
    insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
    values (${shop.id}, 'PAUSED', 'DAY', 7, 'PREPAID', 3)`;
  await expect(requireTrueCounts(shop.id)).rejects.toThrow();
  await runMigration();
  await requireTrueCounts(shop.id);
  const rows = () => client`select from contract_counts where shop_id = ${shop.id}`;
  const { length } = await rows();
  await runMigration();
  expect(await rows()).toHaveLength(length);
});
