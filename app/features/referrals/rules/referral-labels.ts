import type { ReferralMilestone, ReferralStatus, RefusalReason } from "~db/schema/referral-enums";

/** The states as merchants read them. */
export const STATUS_LABELS: Record<ReferralStatus, string> = {
  INVITED: "Invited",
  ACCEPTED: "Accepted",
  CODE_USED: "Code used",
  REWARDED: "Rewarded",
  REFUSED: "Refused",
};

/** Names of the milestones, as on the Insights pages. */
export const MILESTONE_LABELS: Record<ReferralMilestone, string> = {
  INVITED: "Invited",
  ACCEPTED: "Link used",
  JOINED: "Joined",
  REWARDED: "Reward given",
  REFUSED: "Reward refused",
};

/** Explanations for states whose name does not say enough. */
export const STATUS_HELP: Partial<Record<ReferralStatus, string>> = {
  INVITED: "named by the referrer",
};

/** Reasons, shown to the merchant only: friends and customers are never told. */
export const REASON_LABELS: Record<RefusalReason, string> = {
  OWN_EMAIL: "the referrer's own e-mail",
  IS_CUSTOMER: "a customer already",
  ALREADY_REFERRED: "referred already",
  SAME_CUSTOMER: "friend and referrer are one customer",
  SAME_EMAIL: "same e-mail",
  SAME_PAYMENT_METHOD: "same payment method",
  SAME_ADDRESS: "same address",
};
