import { type ContractAmounts, computeContractAmounts } from "~/features/contracts/amounts";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { countDeliveriesOf } from "~/features/contracts/change/line-price";
import { addMoney, compareMoney, multiplyMoney, roundMoney, sumMoney } from "~/lib/money";
import type { OrderDiscount, OrderDraft, SoldLine } from "~db/schema/orders";

/** A one-time product of the order, as it will be sold. */
export type DraftProduct = Pick<
  SoldLine,
  "productId" | "variantId" | "title" | "variantTitle" | "sku" | "taxable" | "requiresShipping"
> & { price: string; quantity: number; discounts: readonly OrderDiscount[] };

/**
 * What one order of a contract sells and costs now, rounded to the currency's smallest unit: its lines without skipped
 * ones, its one-time products at their stored price, its discounts and its delivery.
 *
 * @param orderNote of this order only; null = the contract's
 */
export function toOrderDraft(
  { contract, lines, discounts }: Pick<ContractState, "contract" | "lines" | "discounts">,
  oneTimeProducts: readonly DraftProduct[],
  orderNote: string | null,
): OrderDraft {
  const { currencyCode } = contract;
  const sold = lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const amounts = computeContractAmounts({ ...contract, lines: sold, discounts });
  const ofLine = new Map(amounts.lines.map((line) => [line.lineId, line]));
  const contractLines = sold.map((line): SoldLine => {
    const { subtotal = "0", discounted = "0" } = ofLine.get(line.id) ?? {};
    return { ...toShown(line), lineId: line.id, unitPrice: line.currentPrice, subtotal, total: discounted };
  });
  const added = oneTimeProducts.map((product): SoldLine => {
    const total = roundMoney(multiplyMoney(product.price, product.quantity), currencyCode);
    return {
      ...toShown({ ...product, sellingPlanName: null, customAttributes: [] }),
      lineId: null,
      unitPrice: product.price,
      subtotal: total,
      total,
    };
  });
  return {
    currencyCode,
    lines: [...contractLines, ...added],
    discounts: listHadDiscounts(discounts, amounts, oneTimeProducts),
    skippedLineIds: lines.filter(({ skippedNextOrder }) => skippedNextOrder).map(({ id }) => id),
    deliveryPrice: amounts.deliveryPrice,
    total: roundMoney(addMoney(amounts.orderAmount, sumMoney(added.map(({ total }) => total))), currencyCode),
    deliveries: countDeliveriesOf(contract),
    deliveryMethodType: contract.deliveryMethodType,
    deliveryAddress: contract.deliveryAddress,
    note: orderNote ?? contract.orderNote,
    noteAttributes: contract.orderNoteAttributes,
  };
}

/** What took nothing off an order is not among its discounts: the next one has it still. */
function listHadDiscounts(
  discounts: readonly OrderDiscount[],
  { lines }: ContractAmounts,
  oneTimeProducts: readonly DraftProduct[],
): OrderDraft["discounts"] {
  const allocations = lines.flatMap((line) => line.allocations);
  const ofProducts = new Map(
    oneTimeProducts.flatMap((product) =>
      product.discounts.map((discount) => [discount.id, discount] as const),
    ),
  );
  const taking = discounts.filter(
    ({ id }) => ofProducts.has(id) || allocations.some(({ discountId }) => discountId === id),
  );
  const had = new Map([...taking.map((discount) => [discount.id, discount] as const), ...ofProducts]);
  return [...had.values()].map(({ id, title, code }) => ({
    id,
    title,
    code,
    amount: sumMoney(allocations.filter(({ discountId }) => discountId === id).map(({ amount }) => amount)),
  }));
}

const toShown = (
  line: Pick<
    SoldLine,
    | "productId"
    | "variantId"
    | "title"
    | "variantTitle"
    | "sku"
    | "sellingPlanName"
    | "quantity"
    | "taxable"
    | "requiresShipping"
    | "customAttributes"
  >,
) => ({
  productId: line.productId,
  variantId: line.variantId,
  title: line.title,
  variantTitle: line.variantTitle,
  sku: line.sku,
  sellingPlanName: line.sellingPlanName,
  quantity: line.quantity,
  taxable: line.taxable,
  requiresShipping: line.requiresShipping,
  customAttributes: line.customAttributes,
});

/** Whether nothing is left to sell: all lines are skipped, and there is no one-time product. */
export const isEmptyDraft = ({ lines }: OrderDraft): boolean => lines.length === 0;

export const isFree = ({ total }: OrderDraft): boolean => compareMoney(total, "0") === 0;
