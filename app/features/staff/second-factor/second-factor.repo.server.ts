import { isNull } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow, lockRow, updateRows } from "~db/rows.server";
import { secondFactors } from "~db/schema/shops";

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export const findSecondFactor = (staffId: number, on: Queryable = db) =>
  findRow(on, secondFactors, { staffId });

/** Locked until the transaction ends, so that of two tries with one code the second sees the first. */
export const lockSecondFactor = (tx: Queryable, staffId: number) => lockRow(tx, secondFactors, { staffId });

/** Stores one that is being set up, replacing one that was never confirmed. @returns false if one is in force */
export async function saveUnconfirmed(
  on: Queryable,
  row: Pick<SecondFactorRow, "staffId" | "sealed" | "sealedBy" | "createdAt">,
): Promise<boolean> {
  const { staffId: _, ...set } = row;
  const rows = await on
    .insert(secondFactors)
    .values({ ...row, recoveryHashes: [] })
    .onConflictDoUpdate({
      target: secondFactors.staffId,
      set,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ staffId: secondFactors.staffId });
  return rows.length > 0;
}

export const updateSecondFactor = (
  on: Queryable,
  staffId: number,
  fields: Partial<Omit<SecondFactorRow, "staffId">>,
) => updateRows(on, secondFactors, { staffId }, fields);

export const deleteSecondFactor = (on: Queryable, staffId: number) =>
  deleteRows(on, secondFactors, { staffId });

/** All secrets with the key that seals each. */
export const listSealed = () =>
  db
    .select({
      staffId: secondFactors.staffId,
      sealed: secondFactors.sealed,
      sealedBy: secondFactors.sealedBy,
    })
    .from(secondFactors);

/** Stores the newly sealed secret, unless it has been replaced meanwhile. */
export const replaceSealed = (
  on: Queryable,
  which: Pick<SecondFactorRow, "staffId" | "sealed">,
  fresh: Pick<SecondFactorRow, "sealed" | "sealedBy">,
) => updateRows(on, secondFactors, which, fresh);
