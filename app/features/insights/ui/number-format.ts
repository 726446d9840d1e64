import type { IntervalOfTime } from "~/features/insights/definitions/day-range";
import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { formatCount, formatDate, formatMoney } from "~/lib/format";

const NO_VALUE = "–";

export const toPercent = (share: number): string => `${formatCount(Math.round(share * 1000) / 10)} %`;

/** A number as text, by its unit; "–" for one without meaning. */
export function formatNumber(name: NumberName, value: number | null, currencyCode: string): string {
  if (value === null) return NO_VALUE;
  const { unit } = NUMBERS[name];
  if (unit === "money") return formatMoney(value, currencyCode);
  return unit === "rate" ? toPercent(value) : formatCount(value);
}

/** Numbers of which less is better. */
const LOSSES: readonly NumberName[] = [
  "contractionMrr",
  "churnedMrr",
  "pausedContracts",
  "churnedContracts",
  "contractChurnRate",
  "revenueChurnRate",
  "failedOrders",
  "lostOrders",
  "refunds",
  "skippedOrders",
];

/** @field text `+4.1 %`; for rates in percentage points, since a percentage of a percentage misleads */
type Change = { text: string; tone: "good" | "bad" | undefined };

/** Change from the previous period; null where there is nothing to compare. */
export function toChange(name: NumberName, value: number | null, previous: number | null): Change | null {
  if (value === null || previous === null) return null;
  const difference = value - previous;
  const isRate = NUMBERS[name].unit === "rate";
  if (!isRate && previous === 0 && value !== 0) return null;
  const share =
    Math.round((isRate || previous === 0 ? difference : difference / Math.abs(previous)) * 1000) / 10;
  if (share === 0) return { text: "no change", tone: undefined };
  const sign = difference > 0 ? "+" : "−";
  return {
    text: `${sign}${formatCount(Math.abs(share))} ${isRate ? "points" : "%"}`,
    tone: difference > 0 === LOSSES.includes(name) ? "bad" : "good",
  };
}

/** `21 Nov 2026`: a day of the shop. */
export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`, "UTC");

export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

/** Names of an interval: in a table, and shorter below a picture. */
export function toPointLabels(date: string, interval: IntervalOfTime): { label: string; tick: string } {
  const day = formatDay(date);
  const [number, month, year] = day.split(" ");
  if (interval === "MONTH") return { label: `${day} on`, tick: `${month} ${year}` };
  return { label: interval === "WEEK" ? `Week of ${day}` : day, tick: `${number} ${month}` };
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
/** `12.5K`: short enough for an axis. */
export const formatTick = (value: number): string => compact.format(value).replace("-", "−");
