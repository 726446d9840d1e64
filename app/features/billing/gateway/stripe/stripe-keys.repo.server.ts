import { ne } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { findRow, lockRow } from "~db/rows.server";
import { stripeKeys } from "~db/schema/stripe";

type SealedKeys = typeof stripeKeys.$inferSelect;

/** In a transaction: locked until it ends. */
export const findStripeKeys = (shopId: number, tx?: Queryable): Promise<SealedKeys | null> =>
  tx ? lockRow(tx, stripeKeys, { shopId }) : findRow(db, stripeKeys, { shopId });

/** Shops whose keys another key of the ring has sealed: a query across shops, for the job. */
export const listShopsWithOldKeys = (key: string) =>
  db.select({ id: stripeKeys.shopId }).from(stripeKeys).where(ne(stripeKeys.sealedBy, key));

/** Replaces a shop's keys. */
export async function saveStripeKeys(on: Queryable, keys: Omit<SealedKeys, "restoredAt">): Promise<void> {
  const { shopId: _, ...fields } = keys;
  await on.insert(stripeKeys).values(keys).onConflictDoUpdate({ target: stripeKeys.shopId, set: fields });
}
