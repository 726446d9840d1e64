import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import {
  findRewardableReferralId,
  lockReferralOfCode,
  updateReferral,
} from "~/features/referrals/records/referral-progress.repo.server";
import { findNextStatus } from "~/features/referrals/rules/referral";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/**
 * A welcome code was applied to its friend's contract, or taken off before any order had it; in the transaction that
 * does so. Codes of rewards have no referral that waits for them.
 */
export async function markWelcomeCode(
  tx: Queryable,
  step: "use_code" | "give_code_back",
  { code, contract }: { code: { id: number }; contract: { shopId: number; id: number } },
  audit: Audit,
): Promise<void> {
  const { shopId, id: contractId } = contract;
  const referral = await lockReferralOfCode(tx, shopId, code.id);
  const status = referral && findNextStatus(referral, step);
  if (!referral || !status) return;
  const isUsed = step === "use_code";
  await updateReferral(tx, shopId, referral.id, {
    status,
    contractId: isUsed ? contractId : null,
    usedAt: isUsed ? audit.now : null,
  });
  const after = { referralId: referral.id, status };
  const action = isUsed ? "referral.code_used" : "referral.code_given_back";
  await appendActivity(tx, { shopId, contractId, action, after }, audit);
}

/**
 * An order of this contract was recorded as paid: if it is a friend's who came by a welcome code, the referrer's reward
 * is due. A job gives it, in a transaction of its own: whatever is wrong with the reward, the order stays recorded.
 */
export async function noteFriendsOrderPaid(
  tx: Queryable,
  { shopId, id }: { shopId: number; id: number },
): Promise<void> {
  const referralId = await findRewardableReferralId(tx, shopId, id);
  if (referralId === null) return;
  await enqueue(
    tx,
    "reward-referral",
    { shopId, referralId },
    { jobKey: `reward-referral:${shopId}:${referralId}` },
  );
}
