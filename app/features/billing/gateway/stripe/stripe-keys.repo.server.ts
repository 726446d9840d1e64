import { eq } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { stripeKeys } from "~db/schema/stripe";

type SealedKeys = typeof stripeKeys.$inferSelect;

/** In a transaction: held until it ends. */
export async function findStripeKeys(shopId: number, tx?: Queryable): Promise<SealedKeys | null> {
  const query = (tx ?? db).select().from(stripeKeys).where(eq(stripeKeys.shopId, shopId));
  const rows = await (tx ? query.for("update") : query);
  return rows[0] ?? null;
}

/** A shop's keys take the place of those before. */
export async function saveStripeKeys(on: Queryable, keys: SealedKeys): Promise<void> {
  const { shopId: _, ...fields } = keys;
  await on.insert(stripeKeys).values(keys).onConflictDoUpdate({ target: stripeKeys.shopId, set: fields });
}
