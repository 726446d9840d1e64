import { eq, sql } from "drizzle-orm";
import { onShopClock, type RealTime, type ShopInstant } from "~/lib/clocks";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, lockRow } from "~db/rows.server";
import { testClocks } from "~db/schema/billing-settings";
import { statement } from "~db/statement.server";
import type { PrincipalShop } from "./principal";
import { listShopSchedules } from "./shops.repo.server";

export type TestClockRow = typeof testClocks.$inferSelect;

const selectClock = statement<{ shopId: number }>()((on, value) =>
  on
    .select()
    .from(testClocks)
    .where(eq(testClocks.shopId, value("shopId"))),
);

/** The clock of a shop on the test gateway. Real money goes by the real clock, whatever is stored. */
export async function findTestClock(
  { id: shopId, gateway }: Pick<PrincipalShop, "id" | "gateway">,
  on: Queryable = db,
): Promise<TestClockRow | null> {
  if (gateway !== "test") return null;
  const rows = await selectClock(on, { shopId });
  return rows[0] ?? null;
}

/** Whether something that falls due up to its target may not be done yet. */
export const isOnItsWay = ({
  now,
  target,
  arrived,
}: Pick<TestClockRow, "now" | "target" | "arrived">): boolean => !arrived || now < target;

/**
 * The present time of a shop: its test clock, otherwise the real one. Everything about orders, dates, mails and rewards
 * uses it; sessions, keys, tokens, signatures, rate limits and logs use the real clock (wire.md §5).
 */
export async function findShopNow(
  shop: Pick<PrincipalShop, "id" | "gateway">,
  realNow: RealTime,
  on: Queryable = db,
): Promise<ShopInstant> {
  return toShopNow({ testClock: await findTestClock(shop, on) }, realNow);
}

/** The same for a shop that was read with its clock. */
export function toShopNow({ testClock }: Pick<ShopWithClock, "testClock">, realNow: RealTime): ShopInstant {
  const now: Date = testClock?.now ?? realNow;
  return onShopClock(now);
}

/**
 * Every shop with its test clock (`findTestClock`), for jobs that work shop by shop: two statements, however many shops there are. Each is
 * a transaction of its own (design.md "Citus" rule 5).
 */
export async function listShopClocks() {
  const shops = await listShopSchedules();
  const clocks = new Map((await db.select().from(testClocks)).map((clock) => [clock.shopId, clock]));
  return shops.map((shop) => ({
    ...shop,
    testClock: shop.gateway === "test" ? (clocks.get(shop.id) ?? null) : null,
  }));
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

/**
 * Says that what falls due at the clock's target is done. @param done the clock as it was before that was begun
 * @returns false when it has been set since, or removed
 */
export async function setTestClockArrived({ shopId, updatedAt }: TestClockRow): Promise<boolean> {
  const rows = await db.execute(sql`
    update test_clocks set arrived = true
    where shop_id = ${shopId}::bigint and now = target and updated_at = ${updatedAt.toISOString()}::timestamptz
    returning shop_id`);
  return rows.length > 0;
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

/** Lets one process at a time move a shop's clock and do what is due by it, until the transaction ends. @returns false while another one does */
export async function takeClockLock(tx: Queryable, shopId: number): Promise<boolean> {
  const [row] = await tx.execute<{ isFree: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('test-clock', ${shopId}::bigint)) as "isFree"`);
  return row?.isFree ?? false;
}
