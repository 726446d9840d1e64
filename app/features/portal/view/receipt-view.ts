import type { findOrderOf, RefundRow } from "~/features/billing/records/orders.repo.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { toShownAddress } from "~/features/customer-pages/shown-address";
import { compareMoney, subtractMoney, sumMoney } from "~/lib/money";
import { toVariantTitle } from "~/lib/variant-title";
import type { paymentMethods } from "~db/schema/customers";
import { toInstrument } from "./contract-view";

/** A paid order with its lines, as sold. */
export type MadeOrder = NonNullable<Awaited<ReturnType<typeof findOrderOf>>>;

type Sum = { key: string; name: string; amount: string };

/** A receipt with everything formatted: the customer's language, the order's currency. */
export type ReceiptView = {
  name: string;
  paidOn: { day: string; text: string };
  lines: { key: number; title: string; variant: string | null; count: string; amount: string }[];
  subtotal: string;
  discounts: Sum[];
  /** null = nothing is shipped. */
  delivery: { amount: string; isFree: boolean } | null;
  total: string;
  refunds: Sum[];
  /** The total less refunds; null without any. */
  left: string | null;
  deliveries: string | null;
  /** null = nothing was charged. */
  paidWith: string | null;
  deliveredTo: string[];
};

/** @param refunds in any state: only those that were paid out count */
export function toReceiptView(
  order: MadeOrder,
  refunds: readonly RefundRow[],
  method: typeof paymentMethods.$inferSelect | null,
  portal: PortalContext,
): ReceiptView {
  const { format, texts } = portal;
  const money = (amount: string) => format.money(amount, order.currencyCode);
  const less = (amount: string) => money(`-${amount}`);
  const given = refunds.filter(({ state }) => state === "DONE");
  const toDay = (at: Date) => ({ day: format.day(at), text: format.pastDate(at) });
  return {
    name: order.name,
    paidOn: toDay(order.paidAt),
    lines: order.lines.map((line) => ({
      key: line.position,
      title: line.title,
      variant: toVariantTitle(line.variantTitle),
      count: `${format.number(line.quantity)} × ${money(line.unitPrice)}`,
      amount: money(line.subtotal),
    })),
    subtotal: money(sumMoney(order.lines.map(({ subtotal }) => subtotal))),
    discounts: order.discounts.map(({ id, title, code, amount }) => ({
      key: id,
      name: code && code !== title ? `${title} (${code})` : title,
      amount: less(amount),
    })),
    delivery:
      order.deliveryMethodType === "NONE"
        ? null
        : { amount: money(order.deliveryPrice), isFree: compareMoney(order.deliveryPrice, "0") === 0 },
    total: money(order.total),
    refunds: given.map(({ number, amount, finishedAt, createdAt }) => ({
      key: String(number),
      name: `${texts.receipt.refund}, ${toDay(finishedAt ?? createdAt).text}`,
      amount: less(amount),
    })),
    left:
      given.length > 0
        ? money(subtractMoney(order.total, sumMoney(given.map(({ amount }) => amount))))
        : null,
    deliveries: order.deliveries > 1 ? texts.receipt.deliveries(format.number(order.deliveries)) : null,
    paidWith: order.gatewayRef !== null && method ? toInstrument(method, portal) : null,
    deliveredTo: order.deliveryAddress ? toShownAddress(order.deliveryAddress, portal.locale) : [],
  };
}
