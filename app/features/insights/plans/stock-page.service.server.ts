import type { PrincipalShop } from "~/access/principal";
import { STOCK_PATH, toPlannedHref } from "~/features/insights/calendar/calendar-url";
import { type StockRow, toStock, toUnitTitle } from "~/features/insights/calendar/stock";
import { addDays } from "~/features/insights/definitions/day-range";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";
import { plansAreBeingSummed, readPlan } from "./plans.service.server";

/** A longer table would not be read; the file has all rows. */
const MOST_ROWS = 100;
/** Maximum length of a product's title. */
const LONGEST_SEARCH = 200;

/** Search text from the address; null for none. */
export const readStockSearch = (params: URLSearchParams): string | null =>
  params.get("q")?.trim().slice(0, LONGEST_SEARCH) || null;

const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Every word is in the title, ignoring case and accents; or the text is the variant's id. */
function findRows(rows: readonly StockRow[], search: string | null): (StockRow & { title: string })[] {
  const titled = rows.map((row) => ({ ...row, title: toUnitTitle(row) }));
  if (search === null) return titled;
  const words = fold(search).split(/\s+/);
  return titled.filter(({ variantId, title }) => {
    const text = fold(title);
    return String(variantId) === search || words.every((word) => text.includes(word));
  });
}

async function readStock(shop: PrincipalShop, search: string | null, now: Date) {
  const { asOf, plan } = await readPlan(shop, now, "units");
  const stock = toStock(plan ?? { variants: [], days: [] });
  return {
    asOf,
    isBeingSummed: plan === null,
    weeks: stock.weeks,
    to: stock.to,
    rows: findRows(stock.rows, search),
    all: stock.rows.length,
  };
}

/** Units needed of each variant by week, of all products or of those that match a search. */
export async function getStockPage(shop: PrincipalShop, search: string | null, now: Date) {
  const { asOf, isBeingSummed, weeks, to, rows, all } = await readStock(shop, search, now);
  const params = search === null ? "" : `?${new URLSearchParams({ q: search })}`;
  return {
    isBeingSummed,
    asOf: asOf?.toISOString() ?? null,
    timeZone: shop.timeZone,
    search,
    to,
    weeks: weeks.map((start, index) => {
      const next = weeks[index + 1];
      const last = next ? addDays(next, -1) : to;
      return {
        start,
        href: toPlannedHref(start, last),
        units: rows.reduce((sum, row) => sum + (row.weeks[index] ?? 0), 0),
      };
    }),
    units: rows.reduce((sum, { total }) => sum + total, 0),
    found: rows.length,
    isEmpty: all === 0,
    rows: rows.slice(0, MOST_ROWS),
    more: Math.max(0, rows.length - MOST_ROWS),
    csvHref: `${STOCK_PATH}.csv${params}`,
  };
}

export type StockPage = Awaited<ReturnType<typeof getStockPage>>;

/** The same as CSV, with all rows. @throws ProblemError unavailable */
export async function exportStock(
  shop: PrincipalShop,
  search: string | null,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const { isBeingSummed, weeks, rows } = await readStock(shop, search, now);
  if (isBeingSummed) throw plansAreBeingSummed();
  return writeStock(weeks, rows);
}

async function* writeStock(
  weeks: readonly string[],
  rows: ReturnType<typeof findRows>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([["Variant", "Id", "Units", ...weeks.map((week) => `From ${week}`)]]);
  yield toCsv(rows.map((row) => [row.title, row.variantId, row.total, ...row.weeks]));
}
