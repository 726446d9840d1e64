import { and, gt, isNull } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { portalReturns } from "~db/schema/hosted-pages";

export type PortalReturn = typeof portalReturns.$inferSelect;

/**
 * Stores a code, which from now on signs its customer in, until it expires. @returns false when it was used before: it
 * never works again
 */
export async function saveReturn(on: Queryable, row: typeof portalReturns.$inferInsert): Promise<boolean> {
  const { shopId: _, codeHash: __, ...fields } = row;
  const rows = await on
    .insert(portalReturns)
    .values(row)
    .onConflictDoUpdate({
      target: [portalReturns.shopId, portalReturns.codeHash],
      set: fields,
      setWhere: isNull(portalReturns.usedAt),
    })
    .returning({ codeHash: portalReturns.codeHash });
  return rows.length === 1;
}

/** Uses a code up: of two concurrent calls, only one gets its row. */
export async function takeReturn(
  tx: Queryable,
  shopId: number,
  codeHash: string,
  now: Date,
): Promise<PortalReturn | null> {
  const rows = await tx
    .update(portalReturns)
    .set({ usedAt: now })
    .where(and(isRow(portalReturns, { shopId, codeHash, usedAt: null }), gt(portalReturns.expiresAt, now)))
    .returning();
  return rows[0] ?? null;
}
