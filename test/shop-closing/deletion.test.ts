import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeShop, reopenShop } from "~/features/shop-closing/closing.service.server";
import { deleteShop, listDueDeletions } from "~/features/shop-closing/deletion.service.server";
import { DAY_MS } from "~/lib/days";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { requireDataFolder } from "~db/data-folder";
import { shops, staffAccounts } from "~db/schema/shops";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, signIn, type TestShop, testAudit } from "../support/data/factories";
import { insertProgramme } from "../support/data/referrals";
import { digestShop } from "../support/isolation/digest";
import { makeIds, startBulkHigh, startHigh } from "../support/isolation/ids-of-a-shop";
import { makeCustomerPageIds } from "../support/isolation/ids-of-customer-pages";
import { makePageIds } from "../support/isolation/ids-of-pages";
import { eventually } from "../support/processes/eventually";
import { listShopsWithJob, runTask } from "../support/processes/jobs";
import { kill } from "../support/processes/kill-workers";
import { runCommand } from "../support/processes/run-command";
import { resetDatabase } from "../support/setup/database";

/** Rows of a shop by table, of the tables that have some. */
async function countRows(shopId: number): Promise<Record<string, number>> {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'shop_id' order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where shop_id = ${shopId}::bigint`,
    );
    if (row?.count) counts[name] = row.count;
  }
  return counts;
}

/** Something in as many tables as the tests of isolation need. */
async function fill(shop: TestShop): Promise<void> {
  await saveSettings(shop, {});
  await insertProgramme(shop.id);
  await startBulkHigh(shop.id);
  const ids = await makeIds(shop);
  await makePageIds(shop, ids, shop.staff.id);
  await makeCustomerPageIds(shop, ids, (await insertCustomer(shop.id)).id);
  await signIn(shop.id, shop.staff.id);
}

const NOW = new Date("2026-03-02T12:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const never = new AbortController().signal;

describe("a closed shop whose data is deleted", () => {
  let deleted: TestShop;
  let other: TestShop;
  let before: Record<string, number>;
  let ofOther: Record<string, string>;

  beforeAll(async () => {
    await resetDatabase();
    await startHigh();
    deleted = await createTestShop({ gateway: "test", label: "leaving" });
    other = await createTestShop({ gateway: "test" });
    for (const shop of [deleted, other]) {
      await fill(shop);
      await enqueue(db, "run-billing", { shopId: shop.id, lane: 0 }, { jobKey: `billing ${shop.id}` });
    }
    await closeShop(deleted.id, testAudit(NOW));
    before = await countRows(deleted.id);
    ofOther = await digestShop(other.id);
    await deleteShop(deleted.id, inDays(31), never);
  });

  test("has no row in any table, and no job", async () => {
    // Enough of them had some for this to mean something.
    expect(Object.keys(before).length).toBeGreaterThan(40);
    expect(await countRows(deleted.id)).toEqual({});
    expect(await db.select().from(shops).where(eq(shops.id, deleted.id))).toEqual([]);
    expect(await listShopsWithJob("run-billing")).toEqual([other.id]);
  });

  test("leaves another shop as it was", async () => {
    expect(await digestShop(other.id)).toEqual(ofOther);
  });

  test("leaves the accounts of its staff to the job that deletes those who belong to no shop", async () => {
    const find = async () =>
      (await db.select().from(staffAccounts).where(eq(staffAccounts.id, deleted.staff.id))).length;
    await runTask("delete-expired-sessions", inDays(32));
    expect(await find()).toBe(1);
    await runTask("delete-expired-sessions", inDays(123));
    expect(await find()).toBe(0);
  });

  test("frees its domain, but not its number", async () => {
    const { id } = await createTestShop({ label: "leaving" });
    expect(id).toBeGreaterThan(other.id);
  });
});

describe("the job that deletes closed shops", () => {
  let shop: TestShop;
  beforeEach(async () => {
    await resetDatabase();
    shop = await createTestShop();
  });
  const isThere = async () => (await db.select().from(shops).where(eq(shops.id, shop.id))).length === 1;

  test("waits for SHOP_DELETION_DAYS, and takes no shop that is open", async () => {
    await runTask("delete-closed-shops", inDays(100));
    await closeShop(shop.id, testAudit(NOW));
    await runTask("delete-closed-shops", inDays(29));
    expect(await isThere()).toBe(true);
    await runTask("delete-closed-shops", inDays(31));
    expect(await isThere()).toBe(false);
  });

  test("takes no shop that was reopened meanwhile, and counts from the last closing", async () => {
    await closeShop(shop.id, testAudit(NOW));
    await reopenShop(shop.id, testAudit(inDays(20)));
    await runTask("delete-closed-shops", inDays(40));
    await closeShop(shop.id, testAudit(inDays(40)));
    await runTask("delete-closed-shops", inDays(69));
    expect(await isThere()).toBe(true);
  });

  test("goes on with what was begun, which cannot be reopened", async () => {
    await closeShop(shop.id, testAudit(NOW));
    await expect(deleteShop(shop.id, inDays(31), AbortSignal.abort())).rejects.toThrow();
    await expect(reopenShop(shop.id, testAudit(inDays(31)))).rejects.toMatchObject({ code: "conflict" });
    expect(await listDueDeletions(NOW)).toEqual([{ id: shop.id }]);
    await runTask("delete-closed-shops", NOW);
    expect(await isThere()).toBe(false);
  });

  test("deletes its mails in the data folder, and no others", async () => {
    const folder = path.join(requireDataFolder(), "mails");
    mkdirSync(folder, { recursive: true });
    const [own, others] = [`${shop.id}-1.eml`, `${shop.id}0-1.eml`].map((name) => path.join(folder, name));
    for (const file of [own, others]) writeFileSync(file ?? "", "A mail");
    await closeShop(shop.id, testAudit(NOW));
    await deleteShop(shop.id, inDays(31), never);
    expect([existsSync(own ?? ""), existsSync(others ?? "")]).toEqual([false, true]);
    rmSync(others ?? "");
  });
});

describe("the commands", () => {
  let shop: TestShop;
  let domain: string[];
  beforeEach(async () => {
    await resetDatabase();
    shop = await createTestShop();
    domain = ["--domain", shop.shop.storeDomain];
  });
  const findShop = async () => (await db.select().from(shops).where(eq(shops.id, shop.id)))[0];

  test("close a shop and open it again, and say until when that is possible", async () => {
    const closed = await runCommand("shop-close", [...domain, "--json"]);
    const { closedAt, deletedFrom, shop: named } = JSON.parse(closed.stdout);
    expect(named).toEqual({ id: shop.id, storeDomain: shop.shop.storeDomain, name: shop.shop.name });
    expect(Date.parse(deletedFrom) - Date.parse(closedAt)).toBe(30 * DAY_MS);
    expect(await findShop()).toMatchObject({ closedAt: new Date(closedAt), closedBy: "command line" });
    expect((await runCommand("shop-close", domain)).stdout).toMatch(
      / is closed since [\s\S]* --reopen opens it/,
    );
    expect(await runCommand("shop-close", [...domain, "--reopen"])).toMatchObject({
      code: 0,
      stdout: `${shop.shop.name} (${shop.shop.storeDomain}) is open.\n`,
    });
    expect(await findShop()).toMatchObject({ closedAt: null, closedBy: null });
    const unknown = await runCommand("shop-close", ["--domain", "no.mystore.example"]);
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "There is no shop no.mystore.example.\n" });
  });

  test("delete a shop only if it is closed, and only when told so", async () => {
    const sure = [...domain, "--yes-delete-everything"];
    expect(await runCommand("shop-delete", domain)).toMatchObject({ code: 2, stdout: "" });
    expect((await runCommand("shop-delete", sure)).stderr).toContain("is open");
    await closeShop(shop.id, testAudit(new Date()));
    expect((await runCommand("shop-delete", sure)).stderr).toContain("less than a minute ago");
    await db.update(shops).set({ closedAt: NOW }).where(eq(shops.id, shop.id));
    const done = await runCommand("shop-delete", [...sure, "--json"]);
    expect(JSON.parse(done.stdout)).toEqual({
      deleted: { storeDomain: shop.shop.storeDomain, name: shop.shop.name },
    });
    expect(await findShop()).toBeUndefined();
  });

  test("killed in the middle of a deletion, the job finishes it", async () => {
    await closeShop(shop.id, testAudit(NOW));
    const args = ["scripts/run.mjs", "scripts/commands/shop-delete.ts", ...domain, "--yes-delete-everything"];
    await db.transaction(async (tx) => {
      // The command waits for this table, after it has emptied others.
      await tx.execute(sql`select from api_keys where shop_id = ${shop.id}::bigint for update`);
      const command = spawn(process.execPath, args, { stdio: "ignore" });
      await eventually(async () => {
        const waiting = await db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like 'delete from "api_keys"%'`);
        expect(waiting.length).toBe(1);
      });
      await kill(command);
      expect(await countRows(shop.id)).toMatchObject({ api_keys: 2 });
      expect((await findShop())?.deletionBegunAt).not.toBeNull();
    });
    await runTask("delete-closed-shops", NOW);
    expect([await countRows(shop.id), await findShop()]).toEqual([{}, undefined]);
  });
});
