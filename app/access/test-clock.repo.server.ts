import { eq, sql } from "drizzle-orm";
import type { PrincipalShop } from "~/access/principal";
import { listShopSchedules } from "~/access/shops.repo.server";
import { onShopClock, type RealTime, type ShopInstant } from "~/lib/clocks";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, lockRow } from "~db/rows.server";
import { testClocks } from "~db/schema/billing-settings";
import { statement } from "~db/statement.server";

export type TestClockRow = typeof testClocks.$inferSelect;

const selectClock = statement<{ shopId: number }>()((on, value) =>
  on
    .select()
    .from(testClocks)
    .where(eq(testClocks.shopId, value("shopId"))),
);

export async function findTestClock(shopId: number, on: Queryable = db): Promise<TestClockRow | null> {
  const rows = await selectClock(on, { shopId });
  return rows[0] ?? null;
}

/**
 * The present time of a shop: its test clock, otherwise the real one. Everything about orders, dates, mails and rewards
 * uses it; sessions, keys, tokens, signatures, rate limits and logs use the real clock (wire.md §5).
 */
export async function findShopNow(
  shop: Pick<PrincipalShop, "id" | "gateway">,
  realNow: RealTime,
  on: Queryable = db,
): Promise<ShopInstant> {
  return toShopNow(
    { ...shop, testClock: shop.gateway === "test" ? await findTestClock(shop.id, on) : null },
    realNow,
  );
}

/** The same for a shop that was read with its clock. */
export function toShopNow(
  { gateway, testClock }: Pick<ShopWithClock, "gateway" | "testClock">,
  realNow: RealTime,
): ShopInstant {
  const now: Date = (gateway === "test" ? testClock?.now : null) ?? realNow;
  return onShopClock(now);
}

/**
 * Every shop with its test clock, for jobs that work shop by shop: two statements, however many shops there are. Each is
 * a transaction of its own (design.md "Citus" rule 5).
 */
export async function listShopClocks() {
  const shops = await listShopSchedules();
  const clocks = new Map((await db.select().from(testClocks)).map((clock) => [clock.shopId, clock]));
  return shops.map((shop) => ({ ...shop, testClock: clocks.get(shop.id) ?? null }));
}

/** A shop of that list. */
export type ShopWithClock = Awaited<ReturnType<typeof listShopClocks>>[number];

/** Locks the clock until the transaction ends. */
export const lockTestClock = (tx: Queryable, shopId: number): Promise<TestClockRow | null> =>
  lockRow(tx, testClocks, { shopId });

export async function saveTestClock(tx: Queryable, row: TestClockRow): Promise<void> {
  await tx.insert(testClocks).values(row).onConflictDoUpdate({ target: testClocks.shopId, set: row });
}

export const deleteTestClock = (tx: Queryable, shopId: number) => deleteRows(tx, testClocks, { shopId });

/** Moves the clock forward, at most to its target; never backward. */
export async function moveTestClock(shopId: number, now: Date, realNow: Date): Promise<void> {
  await db.execute(sql`
    update test_clocks set now = ${now.toISOString()}::timestamptz, updated_at = ${realNow.toISOString()}::timestamptz
    where shop_id = ${shopId}::bigint and now < ${now.toISOString()}::timestamptz and target >= ${now.toISOString()}::timestamptz`);
}

/** Whether an order was created or tried after an instant. */
export async function hasOrdersAfter(tx: Queryable, shopId: number, instant: Date): Promise<boolean> {
  const [row] = await tx.execute<{ some: boolean }>(sql`
    select exists (select from orders
        where shop_id = ${shopId}::bigint and paid_at > ${instant.toISOString()}::timestamptz)
      or exists (select from billing_attempts
        where shop_id = ${shopId}::bigint and attempt_time > ${instant.toISOString()}::timestamptz) as some`);
  return row?.some ?? false;
}

/** Lets one process at a time move a shop's clock, until the transaction ends. @returns false while another one does */
export async function takeClockLock(tx: Queryable, shopId: number): Promise<boolean> {
  const [row] = await tx.execute<{ isFree: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('test-clock', ${shopId}::bigint)) as "isFree"`);
  return row?.isFree ?? false;
}
