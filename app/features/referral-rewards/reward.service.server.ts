import { randomUUID } from "node:crypto";
import { toNameIn } from "~/access/customer-name";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { changeContractIn } from "~/features/contracts/change/contract-change.service.server";
import { addDiscount } from "~/features/contracts/change/terms";
import { appendEvents } from "~/features/events/events.repo.server";
import { noteReferral } from "~/features/facts/facts.service.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { toCustomersSetting } from "~/features/mail/mail-theme.server";
import { toWrittenLanguage } from "~/features/portal-settings/portal-languages";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { referralTextsOf } from "~/features/referrals/offer-text";
import {
  findCustomerTraits,
  findFriendsContract,
  findReferrer,
  getShopOfReward,
  listRewardableContractIds,
  lockReferral,
  type Referral,
  updateReferral,
} from "~/features/referrals/records/referral-progress.repo.server";
import { findNewestContractId, insertPersonalCode } from "~/features/referrals/records/referrals.repo.server";
import { toRewardMail } from "~/features/referrals/referral-mails.server";
import { findNextStatus, listRewardRefusals } from "~/features/referrals/rules/referral";
import { onShopClock } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { toEmailKey } from "~/lib/email/email-address.server";
import type { PromisedReward } from "~db/schema/referrals";
import { inTransaction, type Transaction } from "~db/transaction.server";

/** The reward: a code, or a discount on the next order of one of the referrer's contracts. */
type Given = { codeId: number; code: string; endsAt: Date | null } | { contractId: number };

/**
 * Gives the referrer the promised reward once the friend's first order is paid, provided that customer, e-mail, payment
 * method and address of both differ; otherwise the referral is refused for good, and what is the same is recorded.
 * Repeating it changes nothing: the referral's row is locked, and its status shows whether the reward is still due.
 */
export function rewardReferral(shopId: number, referralId: number, now: Date): Promise<void> {
  const audit: Audit = { actor: { type: "system", name: "Referral programme" }, requestId: null, now };
  return inTransaction(async (tx) => {
    const referral = await lockReferral(tx, shopId, referralId);
    if (!referral?.promised || referral.contractId === null) return;
    const reasons = await findRefusals(tx, referral, referral.contractId);
    const status = findNextStatus(referral, reasons.length > 0 ? "refuse_reward" : "reward");
    if (!status) return;
    if (reasons.length > 0) {
      await updateReferral(tx, shopId, referral.id, { status, reasons, closedAt: now });
      await noteClosed(tx, referral, status, now);
      const after = { referralId, reasons };
      await appendActivity(
        tx,
        { shopId, contractId: referral.contractId, action: "referral.refused", after },
        audit,
      );
      return;
    }
    const given = await give(tx, referral, referral.promised, audit);
    const rewardCodeId = "codeId" in given ? given.codeId : null;
    await updateReferral(tx, shopId, referral.id, { status, rewardCodeId, closedAt: now });
    await noteClosed(tx, referral, status, now);
    await recordReward(tx, referral, referral.contractId, given, audit);
    await writeTo(tx, referral, referral.promised, given, now);
  });
}

/** Rewarded or refused: appends the fact. */
async function noteClosed(tx: Transaction, referral: Referral, status: Referral["status"], now: Date) {
  const shop = await getShopOfReward(tx, referral.shopId);
  await noteReferral(tx, shop, referral, { ...referral, status, closedAt: now });
}

async function findRefusals(
  tx: Transaction,
  { shopId, referrerId, ...referral }: Referral,
  contractId: number,
) {
  const contract = await findFriendsContract(tx, shopId, contractId);
  if (!contract) throw new Error(`the contract ${contractId} of a referral is not there`);
  const friend = await findCustomerTraits(tx, shopId, contract.customerId);
  const referrer = await findCustomerTraits(tx, shopId, referrerId);
  const { payment, deliveryAddress } = contract;
  return listRewardRefusals(
    {
      customerId: contract.customerId,
      emailKeys: [referral.emailKey, ...friend.emails.map(toEmailKey)],
      // How this order was paid and where it went; whatever else the friend has on file is irrelevant.
      payments: payment ? [payment] : [],
      addresses: deliveryAddress ? [deliveryAddress] : [],
    },
    {
      customerId: referrerId,
      emailKeys: referrer.emails.map(toEmailKey),
      payments: referrer.payments,
      addresses: referrer.addresses,
    },
  );
}

/** A discount on the next order needs an active contract; a referrer without one gets a code of the same value. */
async function give(
  tx: Transaction,
  referral: Referral,
  promised: PromisedReward,
  audit: Audit,
): Promise<Given> {
  const { shopId, referrerId } = referral;
  if (promised.kind === "NEXT_ORDER") {
    const contractId = await discountNextOrder(tx, referral, promised, audit);
    if (contractId !== null) return { contractId };
  }
  const { id, ...code } = await insertPersonalCode(tx, "THANKS", {
    shopId,
    valueType: promised.valueType,
    value: promised.value,
    endsAt: promised.validDays === null ? null : new Date(audit.now.getTime() + promised.validDays * DAY_MS),
    cycleLimit: 1,
    restrictedCustomerId: referrerId,
    createdAt: audit.now,
  });
  return { codeId: id, ...code };
}

/**
 * Its title is in the language in which the referrer is written to: it is shown on their pages and receipts as it is.
 *
 * @returns our id of the contract; null if no contract can take the discount
 */
async function discountNextOrder(
  tx: Transaction,
  { shopId, id, referrerId }: Referral,
  { valueType, value }: PromisedReward,
  audit: Audit,
): Promise<number | null> {
  const shop = await getShopOfReward(tx, shopId);
  const currencyCode = valueType === "FIXED_AMOUNT" ? shop.currencyCode : null;
  const referrer = await findReferrer(tx, shopId, referrerId);
  const language = toWrittenLanguage(await readPortalSettings(shopId, tx), referrer?.language ?? null);
  const title = referralTextsOf(language).portal.rewardTitle;
  for (const contractId of await listRewardableContractIds(tx, shopId, referrerId, currencyCode)) {
    const target = { shop, contractId, customerId: referrerId, audit };
    const changed = await changeContractIn(tx, target, ({ contract, discounts }) =>
      contract.status !== "ACTIVE"
        ? null
        : {
            action: "referral.rewarded",
            events: ["updated"],
            discounts: addDiscount(discounts, {
              shopId,
              contractId: contract.id,
              id: randomUUID(),
              title,
              code: null,
              valueType,
              value,
              lineIds: null,
              appliesOnEachItem: false,
              recurringCycleLimit: 1,
              usageCount: 0,
              createdAt: audit.now,
            }),
            recorded: { before: {}, after: { referralId: id } },
          },
    );
    if (changed.isChanged) return changed.id;
  }
  return null;
}

/** The event, and an entry in the histories of both. A discount has an entry of its own in its contract. */
async function recordReward(
  tx: Transaction,
  { shopId, id, referrerId }: Referral,
  friendsContractId: number,
  given: Given,
  audit: Audit,
): Promise<void> {
  const action = "referral.rewarded";
  const entry = { shopId, contractId: friendsContractId, action, after: { referralId: id } } as const;
  await appendActivity(tx, entry, audit);
  if ("codeId" in given) {
    const contractId = await findNewestContractId(tx, shopId, referrerId);
    const after = { referralId: id, discountCode: given.code };
    await appendActivity(tx, { shopId, contractId, action, after }, audit);
  }
  await appendEvents(tx, [{ shopId, type: action, subjectId: id, createdAt: audit.now }]);
}

/** Mails the referrer. */
async function writeTo(
  tx: Transaction,
  { shopId, id, referrerId }: Referral,
  promised: PromisedReward,
  given: Given,
  now: Date,
): Promise<void> {
  const [shop, settings, referrer] = [
    await getShopOfReward(tx, shopId),
    await readPortalSettings(shopId, tx),
    await findReferrer(tx, shopId, referrerId),
  ];
  if (!referrer?.email) return;
  const code = "codeId" in given ? given : null;
  const setting = { ...toCustomersSetting(shop, settings, referrer), now };
  await queueMail(
    tx,
    shopId,
    {
      ...toRewardMail(toNameIn(setting.language, referrer), code, promised, setting),
      kind: "referral_reward",
      recipient: referrer.email,
      customerId: referrerId,
      dedupeKey: `referral-reward:${id}`,
    },
    onShopClock(now),
  );
}
