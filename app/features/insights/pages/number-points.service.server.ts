import {
  addDays,
  countDays,
  type IntervalOfTime,
  listPointDates,
} from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { type FactSum, toNumbers } from "~/features/insights/definitions/overview";
import { sumFactsByInterval } from "~/features/insights/facts/fact-sums.repo.server";
import type { InsightRange, InsightShop } from "~/features/insights/facts/overview.service.server";
import { addMoney } from "~/lib/money";

/** @field date first day of the interval @field numbers of the interval as if it were a range of its own */
export type NumberPoint = { date: string; numbers: Record<NumberName, number | null> };

/** All that came before, by what the numbers tell apart: as small as that, however long it was. */
class Opening {
  readonly #sums = new Map<string, FactSum>();

  add(sums: readonly FactSum[]): void {
    for (const sum of sums) {
      const key = `${sum.kind} ${sum.currencyCode} ${sum.fromStatus} ${sum.toStatus}`;
      const had = this.#sums.get(key);
      this.#sums.set(
        key,
        had
          ? {
              ...had,
              count: had.count + sum.count,
              amount: addMoney(had.amount, sum.amount),
              subscribers: had.subscribers + sum.subscribers,
            }
          : sum,
      );
    }
  }

  list(): FactSum[] {
    return [...this.#sums.values()];
  }
}

/** Every number of the insights by day, week or month, by the same definitions as those of the whole range. */
export async function readNumberPoints(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<NumberPoint[]> {
  const sums = new Map<string | null, FactSum[]>();
  for (const { date, ...sum } of await sumFactsByInterval(shop.id, range, interval))
    sums.set(date, [...(sums.get(date) ?? []), sum]);
  const opening = new Opening();
  opening.add(sums.get(null) ?? []);
  const dates = listPointDates(range, interval);
  return dates.map((date, index) => {
    const next = dates[index + 1];
    const days = countDays({ from: date, to: next ? addDays(next, -1) : range.to });
    const within = sums.get(date) ?? [];
    const numbers = toNumbers(opening.list(), within, days, range.currencyCode);
    opening.add(within);
    return { date, numbers };
  });
}
