import { listPointDates } from "~/features/insights/definitions/day-range";
import type { PlannedDays } from "./planned-days";

/** @field weeks units needed in each week, in order @field total of all weeks */
export type StockRow = { variantId: number | null; title: string | null; weeks: number[]; total: number };
/** @field weeks first days: the first of the calendar, then Mondays @field to the last day */
export type Stock = { weeks: string[]; to: string; rows: StockRow[] };

/** Units needed per variant by week, largest totals first. */
export function toStock({ variants, days }: PlannedDays): Stock {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  if (!first || !last) return { weeks: [], to: "", rows: [] };
  const weeks = listPointDates({ from: first, to: last }, "WEEK");
  const rows = variants.map((variant): StockRow => ({ ...variant, weeks: weeks.map(() => 0), total: 0 }));
  for (const { date, units } of days) {
    const week = weeks.findLastIndex((start) => start <= date);
    for (const [place, quantity] of units) {
      const row = rows[place];
      if (!row) continue;
      row.weeks[week] = (row.weeks[week] ?? 0) + quantity;
      row.total += quantity;
    }
  }
  const needed = rows.filter(({ total }) => total > 0);
  return { weeks, to: last, rows: needed.sort((a, b) => b.total - a.total) };
}

/** Title of a variant without a known title. */
export const toUnitTitle = ({
  variantId,
  title,
}: {
  variantId: number | null;
  title: string | null;
}): string => title ?? (variantId === null ? "Not in the catalogue" : `Variant ${variantId}`);
