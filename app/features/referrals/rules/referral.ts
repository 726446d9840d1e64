import type { CodeDelivery, ReferralStatus, RefusalReason } from "~db/schema/referral-enums";

/** What changes the state of a referral. */
type ReferralStep =
  | "accept"
  | "refuse_acceptance"
  | "use_code"
  | "give_code_back"
  | "reward"
  | "refuse_reward";

/**
 * The state machine. A refused acceptance may be tried again, since the reason may be gone; a refused reward is final.
 * Most referrals begin with an acceptance, without an invitation.
 */
export const referralTransitions: readonly {
  step: ReferralStep;
  from: readonly ReferralStatus[];
  to: ReferralStatus;
}[] = [
  { step: "accept", from: ["INVITED", "REFUSED"], to: "ACCEPTED" },
  { step: "refuse_acceptance", from: ["INVITED", "REFUSED"], to: "REFUSED" },
  { step: "use_code", from: ["ACCEPTED"], to: "CODE_USED" },
  { step: "give_code_back", from: ["CODE_USED"], to: "ACCEPTED" },
  { step: "reward", from: ["CODE_USED"], to: "REWARDED" },
  { step: "refuse_reward", from: ["CODE_USED"], to: "REFUSED" },
];

/**
 * The status after a step; null when the step is not possible. @param isClaimed an acceptance has claimed the e-mail
 */
export function findNextStatus(
  { status, isClaimed }: { status: ReferralStatus; isClaimed: boolean },
  step: ReferralStep,
): ReferralStatus | null {
  const isAcceptance = step === "accept" || step === "refuse_acceptance";
  if (isAcceptance === isClaimed) return null;
  const way = referralTransitions.find((each) => each.step === step && each.from.includes(status));
  return way?.to ?? null;
}

/**
 * The status that customers see: a refused acceptance looks like an invitation. Where codes come by mail only, so does
 * a code that is not used yet; otherwise customers could test any e-mail with their own link.
 */
export const toSeenStatus = (
  { status, isClaimed }: { status: ReferralStatus; isClaimed: boolean },
  codeDelivery: CodeDelivery,
) => (isClaimed && !(codeDelivery === "MAIL" && status === "ACCEPTED") ? status : "INVITED");
export type SeenStatus = ReturnType<typeof toSeenStatus>;

/**
 * Why an acceptance is refused, the most telling reason first; null when it is not. The caller must not reveal which
 * reason applies.
 */
export function findAcceptanceRefusal(facts: {
  isOwnEmail: boolean;
  isCustomer: boolean;
  isReferred: boolean;
}): RefusalReason | null {
  if (facts.isOwnEmail) return "OWN_EMAIL";
  if (facts.isCustomer) return "IS_CUSTOMER";
  return facts.isReferred ? "ALREADY_REFERRED" : null;
}

/** What is known of a card or wallet; two accounts may hold the same one. */
type PaymentTrait = {
  id: string;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
};
type AddressTrait = { address1: string | null; zip: string | null; countryCode: string | null };

/** What is known of friend or referrer when a reward is due. */
export type ReferralParty = {
  customerId: number;
  /** Normalised e-mails, for comparing. */
  emailKeys: readonly string[];
  payments: readonly PaymentTrait[];
  addresses: readonly AddressTrait[];
};

/**
 * What friend and referrer have in common but must not: a reward needs different customers, e-mails, payment methods
 * and addresses. An unknown value equals nothing.
 */
export function listRewardRefusals(friend: ReferralParty, referrer: ReferralParty): RefusalReason[] {
  const paymentKeys = new Set(referrer.payments.flatMap(toPaymentKeys));
  const addressKeys = new Set(referrer.addresses.flatMap((each) => toAddressKey(each) ?? []));
  const found: [RefusalReason, boolean][] = [
    ["SAME_CUSTOMER", friend.customerId === referrer.customerId],
    ["SAME_EMAIL", friend.emailKeys.some((key) => key !== "" && referrer.emailKeys.includes(key))],
    ["SAME_PAYMENT_METHOD", friend.payments.flatMap(toPaymentKeys).some((key) => paymentKeys.has(key))],
    ["SAME_ADDRESS", friend.addresses.some((each) => addressKeys.has(toAddressKey(each) ?? ""))],
  ];
  return found.flatMap(([reason, isSame]) => (isSame ? [reason] : []));
}

/** The platform gives each account its own id for the same card; brand, last digits and expiry identify it. */
function toPaymentKeys({ id, brand, lastDigits, expiryMonth, expiryYear }: PaymentTrait): string[] {
  const isKnown = lastDigits !== null && expiryMonth !== null && expiryYear !== null;
  const card = `card:${(brand ?? "").toLowerCase()}:${lastDigits}:${expiryMonth}/${expiryYear}`;
  return isKnown ? [`id:${id}`, card] : [`id:${id}`];
}

/** Street and postal code without what people write differently: case, accents, blanks and punctuation. */
function toAddressKey({ address1, zip, countryCode }: AddressTrait): string | null {
  const street = toPlain(address1);
  return street === "" ? null : `${street}|${toPlain(zip)}|${toPlain(countryCode)}`;
}

const toPlain = (text: string | null): string =>
  (text ?? "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
