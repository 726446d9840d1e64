import { and, eq, lt, max, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { BEFORE_THE_FIRST_ORDER, NOT_COUNTED_FROM, orderNumbers, orders } from "~db/schema/orders";
import { sqlStatement } from "~db/statement.server";

type Asking = { resolve: (number: number) => void; reject: (error: unknown) => void };
/** Waiting requests for a number, by shop; a shop is listed while a statement for it is under way. */
const queues = new Map<number, Asking[]>();

/**
 * A number for a new order: its id, and part of its name. Numbers are counted per shop, so that no order reveals how
 * much other shops sell. It is taken outside the order's transaction, which therefore blocks no other; if that
 * transaction fails, the number is skipped. Simultaneous requests are served by one statement.
 *
 * @throws when the database cannot be reached
 */
export function takeOrderNumber(shopId: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const queue = queues.get(shopId);
    if (queue) return void queue.push({ resolve, reject });
    const started = [{ resolve, reject }];
    queues.set(shopId, started);
    setImmediate(() => void serve(shopId, started));
  });
}

/** Never throws: each request gets its own result. */
async function serve(shopId: number, queue: Asking[]): Promise<void> {
  while (queue.length > 0) {
    const asked = queue.splice(0);
    try {
      const first = await takeOrderNumbers(shopId, asked.length);
      for (const [index, { resolve }] of asked.entries()) resolve(first + index);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  queues.delete(shopId);
}

/** @returns the first of so many consecutive numbers, reserved for the caller */
export async function takeOrderNumbers(shopId: number, count: number): Promise<number> {
  const last = (await moveOn(shopId, count)) ?? (await startAndMoveOn(shopId, count));
  return last - count + 1;
}

async function moveOn(shopId: number, count: number): Promise<number | undefined> {
  const [moved] = await moveCounter(db, { shopId, count });
  return moved?.last;
}

/** For a shop's first one: the counter starts above the orders made before there was a counter. */
async function startAndMoveOn(shopId: number, count: number): Promise<number> {
  const [greatest] = await db
    .select({ id: max(orders.id) })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), lt(orders.id, NOT_COUNTED_FROM)));
  await db
    .insert(orderNumbers)
    .values({ shopId, last: Math.max(greatest?.id ?? 0, BEFORE_THE_FIRST_ORDER) })
    .onConflictDoNothing();
  const last = await moveOn(shopId, count);
  if (last === undefined) throw new Error("an order got no number");
  return last;
}

const moveCounter = sqlStatement<{ shopId: number; count: number }, { last: number }>()(
  (value) => sql`
    update ${orderNumbers} set last = last + ${value("count")}::bigint
    where shop_id = ${value("shopId")}::bigint returning last`,
);
