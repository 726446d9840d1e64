import { eq, sql } from "drizzle-orm";
import type { PrincipalShop } from "~/http/principal";
import { db, type Queryable } from "~db/client.server";
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
 * A shop's now: where its test clock stands, else the real one. Everything about orders, dates, mails and rewards asks
 * here; sessions, keys, tokens, signatures, rate limits and logs keep the real clock (wire.md §5).
 */
export async function findShopNow(shop: Pick<PrincipalShop, "id" | "gateway">, realNow: Date): Promise<Date> {
  if (shop.gateway !== "test") return realNow;
  return (await findTestClock(shop.id))?.now ?? realNow;
}

/** The same, held until the transaction ends. */
export async function lockTestClock(tx: Queryable, shopId: number): Promise<TestClockRow | null> {
  const rows = await tx.select().from(testClocks).where(eq(testClocks.shopId, shopId)).for("update");
  return rows[0] ?? null;
}

export async function saveTestClock(tx: Queryable, row: TestClockRow): Promise<void> {
  await tx.insert(testClocks).values(row).onConflictDoUpdate({ target: testClocks.shopId, set: row });
}

export async function deleteTestClock(tx: Queryable, shopId: number): Promise<void> {
  await tx.delete(testClocks).where(eq(testClocks.shopId, shopId));
}

/** An instant on the way; never backward. */
export async function moveTestClock(shopId: number, now: Date, realNow: Date): Promise<void> {
  await db.execute(sql`
    update test_clocks set now = ${now.toISOString()}::timestamptz, updated_at = ${realNow.toISOString()}::timestamptz
    where shop_id = ${shopId}::bigint and now < ${now.toISOString()}::timestamptz and target >= ${now.toISOString()}::timestamptz`);
}

/** Whether an order was made or tried later than an instant. */
export async function hasOrdersAfter(tx: Queryable, shopId: number, instant: Date): Promise<boolean> {
  const [row] = await tx.execute<{ some: boolean }>(sql`
    select exists (select from orders
        where shop_id = ${shopId}::bigint and paid_at > ${instant.toISOString()}::timestamptz)
      or exists (select from billing_attempts
        where shop_id = ${shopId}::bigint and attempt_time > ${instant.toISOString()}::timestamptz) as some`);
  return row?.some ?? false;
}

/** One process at a time moves a shop's clock; held until the transaction ends. @returns false while another has it */
export async function takeClockLock(tx: Queryable, shopId: number): Promise<boolean> {
  const [row] = await tx.execute<{ isFree: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('test-clock', ${shopId}::bigint)) as "isFree"`);
  return row?.isFree ?? false;
}
