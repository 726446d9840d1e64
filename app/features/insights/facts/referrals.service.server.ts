import type { NumberName } from "~/features/insights/definitions/numbers";
import type { ReferralsAndCodes } from "~/features/insights/records/referrals-record";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import { type PartSum, sumParts } from "./fact-sums.repo.server";
import { type InsightRange, type InsightShop, readOverview } from "./overview.service.server";

export type CodesUsed = ReferralsAndCodes["codes"][number];

export const REFERRAL_NUMBERS: readonly NumberName[] = [
  "invitedFriends",
  "acceptedFriends",
  "joinedFriends",
  "rewardsDue",
  "rewardsGiven",
  "rewardsRefused",
];
const MOST_CODES = 100;
const KINDS: Record<string, CodesUsed["kind"]> = { [NO_CODE]: "NONE", [REFERRAL_CODES]: "REFERRAL" };

/**
 * Steps of referrals in a range, and the discounts of paid orders (wire.md §8): by code, those of the referral
 * programme together. An order with two counts for each. @param today as for `readOverview`
 */
export async function readReferrals(
  shop: InsightShop,
  range: InsightRange,
  today: string,
): Promise<ReferralsAndCodes> {
  const { from, to, currencyCode } = range;
  const [overview, codes] = await Promise.all([readOverview(shop, range, today), readCodesUsed(shop, range)]);
  return {
    from,
    to,
    currencyCode,
    numbers: overview.numbers.filter(({ name }) => REFERRAL_NUMBERS.includes(name)),
    codes,
  };
}

/** The amount that each discount code took off the paid orders of a range. */
export const readCodesUsed = async (shop: InsightShop, range: InsightRange): Promise<CodesUsed[]> =>
  (await sumParts(shop.id, "sold_code", range, range.currencyCode, MOST_CODES)).map(toCode);

function toCode({ part, count, amount, previousCount, previousAmount }: PartSum): CodesUsed {
  const kind = KINDS[part] ?? "CODE";
  return {
    kind,
    code: kind === "CODE" ? part : null,
    orders: count,
    amount: Number(amount),
    previousOrders: previousCount,
    previousAmount: Number(previousAmount),
  };
}
