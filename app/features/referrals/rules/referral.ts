import type { CodeDelivery, ReferralStatus, RefusalReason } from "~db/schema/referral-enums";

/** What moves a referral on. */
type ReferralStep =
  | "accept"
  | "refuse_acceptance"
  | "use_code"
  | "give_code_back"
  | "reward"
  | "refuse_reward";

/**
 * The ways of a referral. An acceptance that was refused may be tried again (the reason may be gone); a reward that was
 * refused stays so. An acceptance also comes without an invitation: that is where most begin.
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

/** Where a step leads from there; null when it cannot be taken. @param isClaimed an acceptance has claimed the e-mail */
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
 * What customers see of their referrals: whatever stands against an acceptance, to them the friend is invited. Where
 * codes come by mail only, so is who has a code and has not used it: else a customer could ask about any e-mail by their
 * own link.
 */
export const toSeenStatus = (
  { status, isClaimed }: { status: ReferralStatus; isClaimed: boolean },
  codeDelivery: CodeDelivery,
) => (isClaimed && !(codeDelivery === "MAIL" && status === "ACCEPTED") ? status : "INVITED");
export type SeenStatus = ReturnType<typeof toSeenStatus>;

/** What stands against an acceptance, the most telling first; null = nothing. Whoever asks is told none of it apart. */
export function findAcceptanceRefusal(facts: {
  isOwnEmail: boolean;
  isCustomer: boolean;
  isReferred: boolean;
}): RefusalReason | null {
  if (facts.isOwnEmail) return "OWN_EMAIL";
  if (facts.isCustomer) return "IS_CUSTOMER";
  return facts.isReferred ? "ALREADY_REFERRED" : null;
}

/** A card or wallet as far as it is known; two accounts may hold the same one. */
type PaymentTrait = {
  id: string;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
};
type AddressTrait = { address1: string | null; zip: string | null; countryCode: string | null };

/** What is known of one side when a reward is due. */
export type ReferralParty = {
  customerId: number;
  /** Keys by which e-mails are compared. */
  emailKeys: readonly string[];
  payments: readonly PaymentTrait[];
  addresses: readonly AddressTrait[];
};

/**
 * Everything that friend and referrer have in common and must not: a reward is given only when customer, e-mail, payment
 * method and address all differ. What is not known of one side is not the same as anything.
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

/** The platform gives each account an id of its own for one card: brand, last digits and expiry tell it again. */
function toPaymentKeys({ id, brand, lastDigits, expiryMonth, expiryYear }: PaymentTrait): string[] {
  const isKnown = lastDigits !== null && expiryMonth !== null && expiryYear !== null;
  const card = `card:${(brand ?? "").toLowerCase()}:${lastDigits}:${expiryMonth}/${expiryYear}`;
  return isKnown ? [`id:${id}`, card] : [`id:${id}`];
}

/** Street and postal code without what people write differently each time: case, accents, blanks and punctuation. */
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
