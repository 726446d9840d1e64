import { findTestClock } from "~/access/test-clock.repo.server";
import { rewardReferral } from "~/features/referral-rewards/reward.service.server";
import type { Task } from "~/jobs/task/task";

export const rewardReferralTask: Task<"reward-referral"> = async ({ shopId, referralId }, { clock }) => {
  const testClock = await findTestClock(shopId);
  await rewardReferral(shopId, referralId, testClock?.now ?? clock());
};
