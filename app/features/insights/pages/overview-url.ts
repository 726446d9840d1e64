import { addDays, countDays, type DayRange } from "~/features/insights/definitions/day-range";

export const INSIGHTS_PATH = "/admin/insights";
export const COHORTS_PATH = "/admin/insights/cohorts";
export const CANCELLATIONS_PATH = "/admin/insights/cancellations";
export const PAYMENTS_PATH = "/admin/insights/payments";
export const PRODUCTS_PATH = "/admin/insights/products";
export const REFERRALS_PATH = "/admin/insights/referrals";
/** Of the signed-in person. */
export const DIGEST_PATH = "/admin/insights/digest";

/** Choices of ranges in days, each ending today. */
export const RANGES = [30, 90, 365] as const;

/** @field currency null: the shop's */
export type OverviewState = { from: string | null; to: string | null; currency: string | null };

/** The address as texts; empty fields of a form are dropped. */
export function readOverviewState(params: URLSearchParams): OverviewState {
  const read = (name: string) => params.get(name)?.trim() || null;
  return { from: read("from"), to: read("to"), currency: read("currency") };
}

/**
 * The address of a range that ends today. It has no last day; the default has no first day, so it stays right tomorrow.
 */
export function toRangeHref(days: number, today: string, currency: string | null, path: string): string {
  const params = new URLSearchParams();
  if (days !== RANGES[0]) params.set("from", addDays(today, 1 - days));
  if (currency) params.set("currency", currency);
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}

/** Which of `RANGES` the days are; null for other days. */
export const findRange = (range: DayRange, today: string): number | null =>
  range.to === today ? (RANGES.find((days) => days === countDays(range)) ?? null) : null;
