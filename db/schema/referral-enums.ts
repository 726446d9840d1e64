/** Enums of referrals, separate from their tables: pages need the values only. */
/**
 * INVITED: a customer has named the friend, who has not come yet (or came by somebody else's link, which is not
 * disclosed). REFUSED: the friend's acceptance, or the reward that was due.
 */
export const REFERRAL_STATUSES = ["INVITED", "ACCEPTED", "CODE_USED", "REWARDED", "REFUSED"] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];

/** Why a referral was refused; the first three when the friend tried to accept, the others when a reward was due. */
export const REFUSAL_REASONS = [
  "OWN_EMAIL",
  "IS_CUSTOMER",
  "ALREADY_REFERRED",
  "SAME_CUSTOMER",
  "SAME_EMAIL",
  "SAME_PAYMENT_METHOD",
  "SAME_ADDRESS",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** How the referrer is rewarded: a code of their own, or a discount on their next order. */
export const REFERRER_REWARDS = ["CODE", "NEXT_ORDER"] as const;

/**
 * How a friend gets the welcome code: on the page and by mail, which discloses whether an e-mail may use the offer; or
 * only by mail, after an answer that is the same for every e-mail.
 */
export const CODE_DELIVERIES = ["SHOW", "MAIL"] as const;
export type CodeDelivery = (typeof CODE_DELIVERIES)[number];

/** Milestones of a referral, each with a day of its own: the insights count them. */
export const REFERRAL_MILESTONES = ["INVITED", "ACCEPTED", "JOINED", "REWARDED", "REFUSED"] as const;
export type ReferralMilestone = (typeof REFERRAL_MILESTONES)[number];
