import type { Queryable } from "~db/client.server";
import { referralProgrammes } from "~db/schema/referrals";
import type { ReferralProgramme } from "./referrals.repo.server";

/** Writes the whole row, whether it exists or not. */
export async function upsertProgramme(tx: Queryable, row: ReferralProgramme): Promise<void> {
  const { shopId: _, ...set } = row;
  await tx
    .insert(referralProgrammes)
    .values(row)
    .onConflictDoUpdate({ target: referralProgrammes.shopId, set });
}
