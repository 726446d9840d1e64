import { countMoves } from "~/features/activity/activity-log.repo.server";
import { NO_CURRENCY } from "~/features/facts/referral-facts";
import { countDays, type DayRange, toPreviousRange } from "~/features/insights/definitions/day-range";
import type { FactSum } from "~/features/insights/definitions/fact-tally";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { toNumberList, toNumbers } from "~/features/insights/definitions/overview";
import type { Overview } from "~/features/insights/records/overview-record";
import { startOfDay } from "~/lib/shop-calendar.server";
import { findWholeFrom, sumFacts } from "./fact-sums.repo.server";
import { toListUrl, toMoveOf } from "./list-url.server";

/** The shop; a shop of a principal fits. */
export type InsightShop = { id: number; timeZone: string };
/** Days of the shop, including both ends, and the currency of amounts. */
export type InsightRange = DayRange & { currencyCode: string };

/**
 * The numbers of a range and of the same number of days before (docs/insights.md, wire.md §8). Money is a number in the
 * currency with up to four decimals, rates are shares.
 *
 * @param today by the shop's clock and time zone: present states have a list, earlier ones do not
 */
export async function readOverview(shop: InsightShop, range: InsightRange, today: string): Promise<Overview> {
  const previous = toPreviousRange(range);
  const [sums, wholeFrom] = await Promise.all([sumFacts(shop.id, range, previous), findWholeFrom(shop.id)]);
  const of = (...periods: string[]) => sums.filter(({ period }) => periods.includes(period));
  const days = countDays(range);
  const now = toNumbers(of("opening", "previous"), of("within"), days, range.currencyCode);
  const before = toNumbers(of("opening"), of("previous"), days, range.currencyCode);
  return {
    ...range,
    previousFrom: previous.from,
    previousTo: previous.to,
    wholeFrom,
    currencies: listCurrencies(sums),
    numbers: await Promise.all(
      toNumberList(now, before).map(async (number) => {
        const listUrl = toListUrl(number, range, { today, timeZone: shop.timeZone });
        return { ...number, listUrl: (await hasAsMany(shop, number, range)) ? listUrl : null };
      }),
    ),
  };
}

/** Currencies of the facts. */
export function listCurrencies(sums: readonly FactSum[]): string[] {
  const counted = sums.filter(
    ({ count, amount, currencyCode }) =>
      currencyCode !== NO_CURRENCY && (count !== 0 || Number(amount) !== 0),
  );
  return [...new Set(counted.map(({ currencyCode }) => currencyCode))].sort();
}

/** Whether a number's list has as many rows: contracts may have ended before there was a history. */
async function hasAsMany(
  shop: InsightShop,
  { name, value }: { name: NumberName; value: number | null },
  range: InsightRange,
): Promise<boolean> {
  const move = toMoveOf(name);
  if (!move) return true;
  const from = startOfDay(range.from, shop.timeZone, 0);
  const to = new Date(startOfDay(range.to, shop.timeZone, 1).getTime() - 1);
  return (await countMoves(shop.id, { move, from, to })) === value;
}
