import { type IntervalOfTime, listPointDates } from "~/features/insights/definitions/day-range";
import { sumFactsByInterval } from "~/features/insights/facts/fact-sums.repo.server";
import type { InsightRange, InsightShop } from "~/features/insights/facts/overview.service.server";
import { addMoney } from "~/lib/money";
import type { OrderFactKind } from "~db/schema/fact-enums";

/** @field amount of failed and lost ones what was tried to be charged */
type Payments = { orders: number; amount: number };
type PaymentsPoint = {
  /** First day of its interval. */
  date: string;
  paid: Payments;
  failed: Payments;
  recovered: Payments;
  lost: Payments;
  refunded: Payments;
};
export type PaymentsSeries = InsightRange & {
  interval: IntervalOfTime;
  /** Recovered orders divided by recovered and lost ones; null without any. */
  recoveryRate: number | null;
  total: Omit<PaymentsPoint, "date">;
  points: PaymentsPoint[];
};

const TOTAL = "in all";

/** Orders paid, failed, recovered and lost, and refunds, in one currency, by day, week or month (wire.md §8). */
export async function readPayments(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<PaymentsSeries> {
  const { from, to, currencyCode } = range;
  const sums = new Map<string, { orders: number; amount: string }>();
  for (const sum of await sumFactsByInterval(shop.id, range, interval)) {
    if (sum.date === null || sum.currencyCode !== currencyCode) continue;
    for (const key of [`${sum.kind} ${sum.date}`, `${sum.kind} ${TOTAL}`]) {
      const { orders, amount } = sums.get(key) ?? { orders: 0, amount: "0" };
      sums.set(key, { orders: orders + sum.count, amount: addMoney(amount, sum.amount) });
    }
  }
  const add = (kind: OrderFactKind, date: string): Payments => {
    const { orders = 0, amount = "0" } = sums.get(`${kind} ${date}`) ?? {};
    return { orders, amount: Number(amount) };
  };
  const addAll = (date: string) => ({
    paid: add("PAID", date),
    failed: add("FAILED", date),
    recovered: add("RECOVERED", date),
    lost: add("LOST", date),
    refunded: add("REFUNDED", date),
  });
  const total = addAll(TOTAL);
  const decided = total.recovered.orders + total.lost.orders;
  return {
    from,
    to,
    currencyCode,
    interval,
    recoveryRate: decided > 0 ? total.recovered.orders / decided : null,
    total,
    points: listPointDates(range, interval).map((date) => ({ date, ...addAll(date) })),
  };
}
