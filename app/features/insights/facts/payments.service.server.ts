import { findDeclineClass } from "~/features/billing/gateway/port/declines";
import { type IntervalOfTime, listPointDates } from "~/features/insights/definitions/day-range";
import type { PaymentsSeries } from "~/features/insights/records/payments-record";
import { addMoney } from "~/lib/money";
import type { FactTopic, OrderFactKind } from "~db/schema/fact-enums";
import { type PartSum, sumFactsByInterval, sumParts } from "./fact-sums.repo.server";
import type { InsightRange, InsightShop } from "./overview.service.server";

type Payments = PaymentsSeries["total"]["failed"];
type PaymentsOfCode = PaymentsSeries["codes"][number];

const TOTAL = "in all";

/** Orders paid, failed, recovered and lost, and refunds, in one currency, by day, week or month (wire.md §8). */
export async function readPayments(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<PaymentsSeries> {
  const { from, to, currencyCode } = range;
  const [byInterval, codes] = await Promise.all([
    sumFactsByInterval(shop.id, range, interval),
    readFailureCodes(shop, range),
  ]);
  const sums = new Map<string, { orders: number; amount: string }>();
  for (const sum of byInterval) {
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
  return {
    from,
    to,
    currencyCode,
    interval,
    recoveryRate: toRecoveryRate(total),
    total,
    codes,
    points: listPointDates(range, interval).map((date) => ({ date, ...addAll(date) })),
  };
}

const toRecoveryRate = ({
  recovered,
  lost,
}: Pick<PaymentsSeries["total"], "recovered" | "lost">): number | null => {
  const decided = recovered.orders + lost.orders;
  return decided > 0 ? recovered.orders / decided : null;
};

/** There are few codes; codes that a gateway invents are cut off beyond this. */
const MOST_CODES = 100;

/** Failed orders of a range by the code of their first failed try. */
export async function readFailureCodes(shop: InsightShop, range: InsightRange): Promise<PaymentsOfCode[]> {
  const sum = (topic: FactTopic) => sumParts(shop.id, topic, range, range.currencyCode, MOST_CODES);
  const [failed, recovered, lost] = await Promise.all([
    sum("failed_code"),
    sum("recovered_code"),
    sum("lost_code"),
  ]);
  const find = (parts: readonly PartSum[], code: string): Payments => {
    const found = parts.find(({ part }) => part === code);
    return { orders: found?.count ?? 0, amount: Number(found?.amount ?? 0) };
  };
  const names = new Set([...failed, ...recovered, ...lost].map(({ part }) => part));
  return [...names]
    .map((code) => {
      const counted = {
        failed: find(failed, code),
        recovered: find(recovered, code),
        lost: find(lost, code),
      };
      return {
        code: code || null,
        class: findDeclineClass(code),
        ...counted,
        recoveryRate: toRecoveryRate(counted),
      };
    })
    .sort((a, b) => b.failed.orders - a.failed.orders || b.lost.orders - a.lost.orders);
}
