import { createReferralToken } from "~/features/referrals/rules/referral-token";
import { db } from "~db/client.server";
import { referralProgrammes, referrers } from "~db/schema/referrals";
import { insertCustomer, NOW, nextNumber } from "./factories";

export const ACCEPT_PATH = "/loyalty/cp/api/referral-rules/accept-offer";

/** A running programme: 20 percent for the friend's first order, a code of 5.00 for the referrer. */
export async function insertProgramme(
  shopId: number,
  overrides: Partial<typeof referralProgrammes.$inferInsert> = {},
): Promise<void> {
  await db.insert(referralProgrammes).values({
    shopId,
    isActive: true,
    friendValueType: "PERCENTAGE",
    friendValue: "20",
    friendValidDays: 30,
    friendCycleLimit: 1,
    referrerReward: "CODE",
    referrerValueType: "FIXED_AMOUNT",
    referrerValue: "5.00",
    referrerValidDays: 90,
    words: {},
    updatedAt: NOW,
    ...overrides,
  });
}

/** A customer with a referral link. */
export async function insertReferrer(shopId: number, customer: Parameters<typeof insertCustomer>[1] = {}) {
  const { id } = await insertCustomer(shopId, { email: `referrer-${nextNumber()}@example.com`, ...customer });
  const token = createReferralToken(shopId);
  await db.insert(referrers).values({ shopId, token, customerId: id, createdAt: NOW });
  return { customerId: id, token };
}
