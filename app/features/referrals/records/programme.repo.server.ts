import type { ReferralProgramme } from "~/features/referrals/records/referrals.repo.server";
import type { Queryable } from "~db/client.server";
import { lockRow } from "~db/rows.server";
import { referralProgrammes } from "~db/schema/referrals";

/** Locks the shop's programme until the transaction ends. */
export const lockProgramme = (tx: Queryable, shopId: number): Promise<ReferralProgramme | null> =>
  lockRow(tx, referralProgrammes, { shopId });

/** Writes the whole row, whether it exists or not. */
export async function upsertProgramme(tx: Queryable, row: ReferralProgramme): Promise<void> {
  const { shopId: _, ...set } = row;
  await tx
    .insert(referralProgrammes)
    .values(row)
    .onConflictDoUpdate({ target: referralProgrammes.shopId, set });
}
