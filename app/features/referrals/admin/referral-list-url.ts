import type { ReferralMilestone, ReferralStatus } from "~db/schema/referral-enums";

export const REFERRALS_PATH = "/admin/referrals";

/**
 * Search and filters of the list of referrals, under the names they have in its URL. Pure: the browser loads this.
 *
 * @field reached referrals that reached this step from day `from` to day `to` of the shop, both included
 * @field due referrals whose reward was due at the end of that day
 */
export type AskedReferrals = {
  q: string;
  status: ReferralStatus | null;
  reached: ReferralMilestone | null;
  from: string | null;
  to: string | null;
  due: string | null;
};

/** The canonical query string of a list, without "?"; empty for the list without filters. A saved view stores it. */
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
