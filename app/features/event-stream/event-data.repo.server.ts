import { and, eq, inArray } from "drizzle-orm";
import { db } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { referrals } from "~db/schema/referrals";

/** The wire's contract ids of our contracts. */
export function listWireContractIds(shopId: number, ids: number[]) {
  return db
    .select({ id: contracts.id, subscriptionContractId: contracts.subscriptionContractId })
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), inArray(contracts.id, ids)));
}

export const findReferralById = (shopId: number, id: number) => findRow(db, referrals, { shopId, id });
