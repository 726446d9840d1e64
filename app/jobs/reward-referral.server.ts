import { rewardReferral } from "~/features/referrals/reward.service.server";
import type { Task } from "~/jobs/task";

export const rewardReferralTask: Task<"reward-referral"> = async ({ shopId, referralId }, { clock }) => {
  await rewardReferral(shopId, referralId, clock());
};
