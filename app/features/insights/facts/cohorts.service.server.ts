import { listMonths, toMonth, toMonthEnd } from "~/features/insights/definitions/day-range";
import type { Cohorts } from "~/features/insights/records/cohorts-record";
import { addMoney } from "~/lib/money";
import { listCohortChanges, listStarts } from "./fact-sums.repo.server";
import type { InsightRange, InsightShop } from "./overview.service.server";

/**
 * For the contracts that started in each month of a range: how many are left, and their MRR, at the end of each month
 * since (wire.md §8). Over all cohorts a month's mrr adds up to the MRR of that month's end.
 */
export async function readCohorts(shop: InsightShop, range: InsightRange): Promise<Cohorts> {
  const months = listMonths(range);
  const first = toMonth(range.from);
  const last = toMonth(range.to);
  const [changes, starts] = await Promise.all([
    listCohortChanges(shop.id, { from: first, to: last }, range.currencyCode),
    listStarts(shop.id, { from: first, to: toMonthEnd(last) }, range.currencyCode),
  ]);
  const changeOf = new Map(changes.map((change) => [`${change.cohort} ${change.month}`, change]));
  const startOf = new Map(starts.map((start) => [start.month, start]));
  const cohorts = months.map((month, place): Cohorts["cohorts"][number] => {
    let contracts = 0;
    let mrr = "0";
    const since = months.slice(place);
    return {
      month,
      contracts: startOf.get(month)?.count ?? 0,
      mrr: Number(startOf.get(month)?.amount ?? 0),
      months: since.map((each, age) => {
        const change = changeOf.get(`${month} ${each}`);
        contracts += change?.count ?? 0;
        mrr = addMoney(mrr, change?.amount ?? "0");
        return { month: each, age, contracts, mrr: Number(mrr) };
      }),
    };
  });
  return { ...range, cohorts };
}
