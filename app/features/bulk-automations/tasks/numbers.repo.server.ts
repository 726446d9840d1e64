import { eq, max, sql } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { bulkAutomationNumbers, bulkAutomations } from "~db/schema/bulk-automations";

/**
 * The shop's next task number. Other transactions of the shop wait until this one ends, and reuse the number if it
 * fails.
 */
export async function takeNumber(tx: Queryable, shopId: number): Promise<number> {
  const n = bulkAutomationNumbers;
  const greatest = await tx
    .select({ id: max(bulkAutomations.id) })
    .from(bulkAutomations)
    .where(eq(bulkAutomations.shopId, shopId));
  // For shops with tasks from before the counter: continues after them.
  const rows = await tx
    .insert(n)
    .values({ shopId, last: (greatest[0]?.id ?? 0) + 1 })
    .onConflictDoUpdate({ target: n.shopId, set: { last: sql`greatest(${n.last} + 1, excluded.last)` } })
    .returning({ last: n.last });
  const last = rows[0]?.last;
  if (last === undefined) throw new Error("a bulk change got no number");
  return last;
}
