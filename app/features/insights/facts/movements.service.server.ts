import { type IntervalOfTime, listPointDates } from "~/features/insights/definitions/day-range";
import type { MrrSeries } from "~/features/insights/records/mrr-record";
import { addMoney } from "~/lib/money";
import { CONTRACT_FACT_KINDS, type ContractFactKind } from "~db/schema/fact-enums";
import { sumFactsByInterval } from "./fact-sums.repo.server";
import type { InsightRange, InsightShop } from "./overview.service.server";

const isContractKind = (kind: string): kind is ContractFactKind =>
  CONTRACT_FACT_KINDS.some((each) => each === kind);

/**
 * MRR and its movements by day, week or month (wire.md §8): each point's mrr is that of the previous one (for the first
 * the opening one) + new + expansion + reactivated − contraction − churned.
 */
export async function readMrr(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<MrrSeries> {
  const sums = await sumFactsByInterval(shop.id, range, interval);
  let mrr = "0";
  const moved = new Map<string, Partial<Record<ContractFactKind, string>>>();
  for (const { date, kind, currencyCode, amount } of sums) {
    if (currencyCode !== range.currencyCode || !isContractKind(kind)) continue;
    if (date === null) {
      mrr = addMoney(mrr, amount);
      continue;
    }
    const ofDate = moved.get(date) ?? {};
    ofDate[kind] = addMoney(ofDate[kind] ?? "0", amount);
    moved.set(date, ofDate);
  }
  const openingMrr = Number(mrr);
  const points = listPointDates(range, interval).map((date): MrrSeries["points"][number] => {
    const ofDate = moved.get(date) ?? {};
    for (const amount of Object.values(ofDate)) mrr = addMoney(mrr, amount);
    const amountOf = (kind: ContractFactKind) => Math.abs(Number(ofDate[kind] ?? 0));
    return {
      date,
      mrr: Number(mrr),
      new: amountOf("NEW"),
      expansion: amountOf("EXPANSION"),
      contraction: amountOf("CONTRACTION"),
      churned: amountOf("CHURNED"),
      reactivated: amountOf("REACTIVATED"),
    };
  });
  return { currencyCode: range.currencyCode, interval, openingMrr, points };
}
