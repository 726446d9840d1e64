import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { formatDay, formatNumber, toChange } from "~/features/insights/ui/number-format";
import { escapeHtml } from "~/features/mail/mail-layout";
import { formatMoney } from "~/lib/format";

/** @field url of the list that it counts, else of the overview of these days */
type DigestNumber = { name: NumberName; value: number | null; previous: number | null; url: string };
/** @field bars MRR at the end of each of some weeks, oldest first */
export type Digest = {
  currencyCode: string;
  numbers: readonly DigestNumber[];
  bars: readonly { date: string; value: number }[];
};

const CELL = "padding:8px 0;border-bottom:1px solid #e4e6e9;font-size:15px;line-height:20px;color:#1c2024";
const QUIET = "font-size:13px;line-height:18px;color:#596069";

/** How a number did against the week before. */
function toTexts({ name, value, previous }: DigestNumber, currencyCode: string) {
  const change = toChange(name, value, previous);
  const before = `${formatNumber(name, previous, currencyCode)} before`;
  return {
    label: NUMBERS[name].label,
    value: formatNumber(name, value, currencyCode),
    change: change ? `${change.text}, ${before}` : before,
  };
}

/**
 * The numbers as a table, and MRR as bars. Made only of tables, widths and background colours: mail programs that drop
 * styles and pictures show the same.
 */
export function renderDigest({ currencyCode, numbers, bars }: Digest): { text: string; html: string } {
  const rows = numbers.map((number) => ({ ...toTexts(number, currencyCode), url: number.url }));
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  const steps = bars.map(({ date, value }) => ({
    day: `Week of ${formatDay(date)}`,
    amount: formatMoney(value, currencyCode),
    // At least 1, so that a small value differs from zero.
    percent: highest === 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * 100)),
  }));
  return {
    text: [
      ...rows.map(({ label, value, change, url }) => `${label}: ${value} (${change})\n${url}`),
      `${NUMBERS.mrr.label}, by week:`,
      steps
        .map(({ day, amount, percent }) => `${"#".repeat(Math.round(percent / 5))} ${amount}, ${day}`)
        .join("\n"),
    ].join("\n\n"),
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
${rows.map(toRowHtml).join("\n")}
</table>
<p class="m-ink" style="margin:0 0 8px;font-size:15px;font-weight:600;line-height:20px;color:#1c2024">${escapeHtml(NUMBERS.mrr.label)}, by week</p>
${steps.map(toBarHtml).join("\n")}`,
  };
}

const toRowHtml = ({ label, value, change, url }: Record<"label" | "value" | "change" | "url", string>) =>
  `<tr><td class="m-ink m-line" style="${CELL}">${escapeHtml(label)}<br><span class="m-quiet" style="${QUIET}">${escapeHtml(change)}</span></td><td class="m-line" align="right" valign="top" style="${CELL}"><a href="${escapeHtml(url)}" class="m-link" style="color:#1a6f52;font-weight:600">${escapeHtml(value)}</a></td></tr>`;

function toBarHtml({ day, amount, percent }: { day: string; amount: string; percent: number }): string {
  const filled =
    percent === 0
      ? ""
      : `<td width="${percent}%" bgcolor="#1a6f52" style="font-size:1px;line-height:12px">&nbsp;</td>`;
  const rest =
    percent === 100
      ? ""
      : `<td class="m-rest" bgcolor="#eef0f1" style="font-size:1px;line-height:12px">&nbsp;</td>`;
  return `<p class="m-quiet" style="margin:8px 0 2px;${QUIET}">${escapeHtml(day)}: ${escapeHtml(amount)}</p>
<table role="presentation" width="100%" height="12" cellpadding="0" cellspacing="0"><tr>${filled}${rest}</tr></table>`;
}
