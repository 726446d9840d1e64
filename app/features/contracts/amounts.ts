import {
  addMoney,
  allocateMoney,
  compareMoney,
  minMoney,
  multiplyMoney,
  percentageOf,
  roundMoney,
  subtractMoney,
  sumMoney,
} from "~/lib/money";
import type { DiscountValueType } from "~db/schema/contract-enums";

export type AmountLine = { id: string; quantity: number; currentPrice: string };

export type AmountDiscount = {
  id: string;
  valueType: DiscountValueType;
  /** Percent (0–100) or an amount in the contract's currency. */
  value: string;
  /** Lines it covers; null = all. */
  lineIds: string[] | null;
  /** A fixed amount comes off every piece, not once off the order. */
  appliesOnEachItem: boolean;
  recurringCycleLimit: number | null;
  usageCount: number;
};

type LineAmounts = {
  lineId: string;
  /** quantity × price, rounded to the currency. */
  subtotal: string;
  /** The subtotal less the discounts. */
  discounted: string;
  allocations: { discountId: string; amount: string }[];
};

export type ContractAmounts = {
  /** Sum of the lines of one order after discounts. */
  contractAmount: string;
  /** What one order costs: `contractAmount` plus delivery. */
  orderAmount: string;
  deliveryPrice: string;
  lines: LineAmounts[];
};

/** A discount limited to a number of orders is used up once that many orders have had it. */
export const isDiscountUsedUp = (
  discount: Pick<AmountDiscount, "recurringCycleLimit" | "usageCount">,
): boolean => discount.recurringCycleLimit !== null && discount.usageCount >= discount.recurringCycleLimit;

/**
 * What one order of a contract costs, rounded to the currency's smallest unit. Discounts apply in the given order, each
 * to what the previous ones left: a percentage is rounded line by line; a fixed amount is split over the covered lines
 * in proportion to their remaining amounts, or comes off every piece of them, and never exceeds what is left. Used-up
 * discounts do not count. Lines, their allocations and the totals add up exactly.
 */
export function computeContractAmounts(contract: {
  currencyCode: string;
  deliveryPrice: string;
  lines: readonly AmountLine[];
  discounts: readonly AmountDiscount[];
}): ContractAmounts {
  const { currencyCode } = contract;
  const lines = contract.lines.map((line): LineAmounts => {
    const subtotal = roundMoney(multiplyMoney(line.currentPrice, line.quantity), currencyCode);
    return { lineId: line.id, subtotal, discounted: subtotal, allocations: [] };
  });
  const pieces = new Map(contract.lines.map(({ id, quantity }) => [id, quantity]));
  for (const discount of contract.discounts) {
    if (isDiscountUsedUp(discount)) continue;
    const covered = lines.filter((line) => discount.lineIds?.includes(line.lineId) ?? true);
    const amounts = splitDiscount(discount, covered, pieces, currencyCode);
    covered.forEach((line, index) => {
      const amount = amounts[index];
      if (amount === undefined || compareMoney(amount, "0") === 0) return;
      line.discounted = subtractMoney(line.discounted, amount);
      line.allocations.push({ discountId: discount.id, amount });
    });
  }
  const contractAmount = roundMoney(sumMoney(lines.map((line) => line.discounted)), currencyCode);
  const deliveryPrice = roundMoney(contract.deliveryPrice, currencyCode);
  return { contractAmount, deliveryPrice, orderAmount: addMoney(contractAmount, deliveryPrice), lines };
}

/**
 * What one upcoming order costs: without its skipped lines, with its one-time products. The stored price of a one-time
 * product already includes the contract's percentages.
 */
export function computeOrderAmount(
  contract: Omit<Parameters<typeof computeContractAmounts>[0], "lines"> & {
    lines: readonly (AmountLine & { skippedNextOrder: boolean })[];
  },
  oneTimeProducts: readonly { price: string; quantity: number }[],
): string {
  const lines = contract.lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const { orderAmount } = computeContractAmounts({ ...contract, lines });
  const added = oneTimeProducts.map(({ price, quantity }) => multiplyMoney(price, quantity));
  return roundMoney(sumMoney([orderAmount, ...added]), contract.currencyCode);
}

function splitDiscount(
  discount: AmountDiscount,
  covered: LineAmounts[],
  pieces: ReadonlyMap<string, number>,
  currencyCode: string,
): string[] {
  const left = covered.map((line) => line.discounted);
  if (discount.valueType === "PERCENTAGE")
    return left.map((amount) => roundMoney(percentageOf(amount, discount.value), currencyCode));
  if (discount.appliesOnEachItem)
    return covered.map(({ lineId, discounted }) => {
      const wanted = multiplyMoney(discount.value, pieces.get(lineId) ?? 0);
      return minMoney(roundMoney(wanted, currencyCode), discounted);
    });
  return allocateMoney(minMoney(discount.value, sumMoney(left)), left, currencyCode);
}
