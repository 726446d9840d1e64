import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { rewardReferral } from "~/features/referral-rewards/reward.service.server";
import type { Task } from "~/jobs/task/task";

export const rewardReferralTask: Task<"reward-referral"> = async ({ shopId, referralId }, { clock }) => {
  const shop = await findShopSettings(shopId);
  if (shop) await rewardReferral(shopId, referralId, await findShopNow(shop, clock()));
};
