import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { noteReferral } from "~/features/facts/facts.service.server";
import { findNextStatus } from "~/features/referrals/rules/referral";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import {
  findRewardableReferralId,
  getShopOfReward,
  lockReferralOfCode,
  updateReferral,
} from "./referral-progress.repo.server";

/**
 * Called in the transaction that applies a welcome code to its friend's contract, or removes it before any order used
 * it. Codes of rewards have no waiting referral and change nothing.
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
  const changed = { status, contractId: isUsed ? contractId : null, usedAt: isUsed ? audit.now : null };
  await updateReferral(tx, shopId, referral.id, changed);
  await noteReferral(tx, await getShopOfReward(tx, shopId), referral, { ...referral, ...changed });
  const after = { referralId: referral.id, status };
  const action = isUsed ? "referral.code_used" : "referral.code_given_back";
  await appendActivity(tx, { shopId, contractId, action, after }, audit);
}

/**
 * Called in the transaction that moves a welcome code's discount, with its use, to another contract of the friend: the
 * first paid order of that one counts.
 */
export async function moveWelcomeCode(
  tx: Queryable,
  { code, from, to }: { code: { id: number }; from: { shopId: number; id: number }; to: { id: number } },
  audit: Audit,
): Promise<void> {
  const { shopId } = from;
  const referral = await lockReferralOfCode(tx, shopId, code.id);
  if (referral?.contractId !== from.id || referral.status !== "CODE_USED") return;
  await updateReferral(tx, shopId, referral.id, { contractId: to.id });
  const after = { referralId: referral.id, status: referral.status };
  await appendActivity(tx, { shopId, contractId: to.id, action: "referral.code_used", after }, audit);
}

/**
 * Called when an order of this contract is recorded as paid. If the contract's friend came by a welcome code, the
 * referrer's reward is due. A job gives it in a transaction of its own, so that a failing reward does not undo the
 * order.
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
