import { listPointDates } from "~/features/insights/definitions/day-range";

type Units = { variantId: number | null; title: string | null; quantity: number };
type Day = { date: string; units: readonly Units[] };

/** @field weeks units needed in each of the weeks, in their order @field total of all of them */
export type StockRow = { variantId: number | null; title: string | null; weeks: number[]; total: number };
/** @field weeks first days: the first of the calendar, then Mondays @field to the last day */
export type Stock = { weeks: string[]; to: string; rows: StockRow[] };

/** Units needed per variant by week, those with the most first. */
export function toStock(days: readonly Day[]): Stock {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  if (!first || !last) return { weeks: [], to: "", rows: [] };
  const weeks = listPointDates({ from: first, to: last }, "WEEK");
  const rows = new Map<number | null, StockRow>();
  for (const { date, units } of days) {
    const week = weeks.findLastIndex((start) => start <= date);
    for (const { variantId, title, quantity } of units) {
      const row = rows.get(variantId) ?? { variantId, title, weeks: weeks.map(() => 0), total: 0 };
      row.weeks[week] = (row.weeks[week] ?? 0) + quantity;
      row.total += quantity;
      rows.set(variantId, row);
    }
  }
  return { weeks, to: last, rows: [...rows.values()].sort((a, b) => b.total - a.total) };
}

/** What a variant is called where it has no name. */
export const toUnitTitle = ({ variantId, title }: Pick<Units, "variantId" | "title">): string =>
  title ?? (variantId === null ? "Not in the catalogue" : `Variant ${variantId}`);
