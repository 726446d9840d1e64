import { toAddressLines } from "~/features/addresses/address-lines";
import type { ContractFormat } from "~/features/contracts/contract-format";
import { compareMoney, subtractMoney } from "~/lib/money";
import { toVariantTitle } from "~/lib/variant-title";
import type { OrderDraft } from "~db/schema/orders";

/** Contents and cost of an order, as texts. @param refunded decimal string: refunded so far */
export function toSoldView(
  draft: OrderDraft,
  format: ContractFormat,
  { isMade, refunded }: { isMade: boolean; refunded: string },
) {
  const hasRefund = compareMoney(refunded, "0") > 0;
  return {
    isMade,
    lines: draft.lines.map((line, index) => ({
      key: line.lineId ?? `once-${index}`,
      title: line.title,
      variant: toVariantTitle(line.variantTitle),
      sku: line.sku,
      plan: line.sellingPlanName,
      isOnce: line.lineId === null,
      quantity: line.quantity,
      unitPrice: format.money(line.unitPrice),
      subtotal: format.money(line.subtotal),
      attributes: line.customAttributes,
    })),
    discounts: draft.discounts.map(({ id, title, code, amount }) => ({
      id,
      title: code && code !== title ? `${title} (${code})` : title,
      amount: `−${format.money(amount)}`,
    })),
    delivery: format.money(draft.deliveryPrice),
    total: format.money(draft.total),
    refunded: hasRefund ? `−${format.money(refunded)}` : null,
    net: hasRefund ? format.money(subtractMoney(draft.total, refunded)) : null,
    deliveries: draft.deliveries,
    address: draft.deliveryAddress ? toAddressLines(draft.deliveryAddress) : [],
    note: draft.note,
    noteAttributes: draft.noteAttributes,
  };
}

export type SoldView = ReturnType<typeof toSoldView>;
