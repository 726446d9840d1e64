import type { ReferralProgramme } from "~/features/referrals/records/referrals.repo.server";
import type { Queryable } from "~db/client.server";
import { lockRow } from "~db/rows.server";
import { referralProgrammes } from "~db/schema/referrals";

/** The shop's programme, held until the transaction ends. */
export const lockProgramme = (tx: Queryable, shopId: number): Promise<ReferralProgramme | null> =>
  lockRow(tx, referralProgrammes, { shopId });

/** Write the whole row, whether or not there is one. */
export async function upsertProgramme(tx: Queryable, row: ReferralProgramme): Promise<void> {
  const { shopId: _, ...set } = row;
  await tx
    .insert(referralProgrammes)
    .values(row)
    .onConflictDoUpdate({ target: referralProgrammes.shopId, set });
}
