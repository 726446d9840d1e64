import { findTestClock } from "~/features/billing/test-clock/test-clock.repo.server";
import { rewardReferral } from "~/features/referrals/reward.service.server";
import type { Task } from "~/jobs/task";

export const rewardReferralTask: Task<"reward-referral"> = async ({ shopId, referralId }, { clock }) => {
  const testClock = await findTestClock(shopId);
  await rewardReferral(shopId, referralId, testClock?.now ?? clock());
};
