import { type AmountDiscount, type AmountLine, computeContractAmounts } from "~/features/contracts/amounts";
import type { ContractFormat } from "~/features/contracts/contract-format";
import { compareMoney, sumMoney } from "~/lib/money";

type PriceRow = { label: string; amount: string };
export type PriceSummary = {
  subtotal: string;
  /** Each discount by name with what it takes off one order; those that take nothing (used up) are omitted. */
  discounts: PriceRow[];
  delivery: string;
  total: string;
  /** Discounted amounts by line id, for lines with a discount. */
  discountedLines: Record<string, string>;
};

/** What one order costs, item by item, as billing computes it. */
export function toPriceSummary(
  contract: { currencyCode: string; deliveryPrice: string },
  lines: readonly AmountLine[],
  discounts: readonly (AmountDiscount & { title: string })[],
  format: ContractFormat,
): PriceSummary {
  const amounts = computeContractAmounts({ ...contract, lines, discounts });
  const discountRows = discounts.flatMap((discount) => {
    const taken = sumMoney(
      amounts.lines.flatMap((line) =>
        line.allocations.filter((part) => part.discountId === discount.id).map((part) => part.amount),
      ),
    );
    return compareMoney(taken, "0") > 0 ? [{ label: discount.title, amount: format.money(`-${taken}`) }] : [];
  });
  const reduced = amounts.lines.filter((line) => compareMoney(line.discounted, line.subtotal) !== 0);
  return {
    subtotal: format.money(sumMoney(amounts.lines.map((line) => line.subtotal))),
    discounts: discountRows,
    delivery: compareMoney(amounts.deliveryPrice, "0") === 0 ? "Free" : format.money(amounts.deliveryPrice),
    total: format.money(amounts.orderAmount),
    discountedLines: Object.fromEntries(reduced.map((line) => [line.lineId, format.money(line.discounted)])),
  };
}
