import type { ReferralMilestone, ReferralStatus } from "~db/schema/referral-enums";

export const REFERRALS_PATH = "/admin/referrals";

/**
 * What the list of referrals is asked for; its address has the same names. Pure: the browser loads this.
 *
 * @field reached those that came so far between two days of the shop, both included
 * @field due those whose reward was due at the end of that day
 */
export type AskedReferrals = {
  q: string;
  status: ReferralStatus | null;
  reached: ReferralMilestone | null;
  from: string | null;
  to: string | null;
  due: string | null;
};

/** The one query string of a list, without "?"; empty for the plain one. What a saved view keeps. */
export function toReferralSearch({ q, status, reached, from, to, due }: AskedReferrals): string {
  const days = reached && { reached, from, to };
  const given = Object.entries({ q, status, ...days, due }).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  return String(new URLSearchParams(given));
}

export const toReferralsHref = (asked: AskedReferrals): string => {
  const search = toReferralSearch(asked);
  return search === "" ? REFERRALS_PATH : `${REFERRALS_PATH}?${search}`;
};
