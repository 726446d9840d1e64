import { computeContractAmounts, computeOrderAmount, isDiscountUsedUp } from "~/features/contracts/amounts";
import { isExpiredCard } from "~/features/contracts/card-expiry";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { isMerchantsKey } from "~/features/contracts/change/line-attributes";
import { takesOneTimeProducts } from "~/features/contracts/one-time-products/one-time-product";
import { toBrandName, WALLET_NAMES } from "~/features/contracts/payment-view";
import type { RawContractSource } from "~/features/contracts/record/raw-contract.repo.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { toShownAddress } from "~/features/customer-pages/shown-address";
import { writeDiscount, writeLimits } from "~/features/customer-pages/write-discount";
import { fieldsOf, type ReadField, readField } from "~/features/portal-settings/attribute-fields";
import { compareMoney, multiplyMoney, roundMoney, subtractMoney, sumMoney } from "~/lib/money";
import { toVariantTitle } from "~/lib/variant-title";
import type { Address } from "~db/schema/customers";
import type { PastOrder, PortalContractExtras } from "./portal-contract.repo.server";

type Moment = { day: string; text: string };

export type LineView = {
  id: string;
  title: string;
  variant: string | null;
  quantity: number;
  image: string | null;
  /** Attributes that the customer may see and change: `_…` ones are the merchant's (wire.md §2 "12"). */
  attributes: { key: string; value: string }[];
  /** The shop's attribute fields for this product. */
  fields: ReadField[];
  total: string;
  isSkipped: boolean;
};

export type OneTimeView = {
  attemptId: number;
  variantId: number;
  title: string;
  variant: string | null;
  quantity: number;
  image: string | null;
  total: string;
};

export type OrderView = {
  id: number;
  status: PastOrder["status"];
  date: Moment;
  name: string | null;
  amount: string | null;
  /** Refunded amount; "all" if nothing is left. */
  refunded: "all" | string | null;
  hasReceipt: boolean;
};

/** One contract for its customer: everything formatted in their language, nothing left to compute. */
export type ContractView = {
  id: number;
  version: number;
  /** Whether the customer has other contracts. */
  isOneOfSeveral: boolean;
  status: RawContractSource["status"];
  /** Its name: the first product, and how many more. */
  name: string;
  frequency: string;
  interval: { unit: RawContractSource["billingInterval"]; count: number };
  /** Only if orders are delivered more often than they are paid. */
  deliveryFrequency: string | null;
  next: {
    date: Moment & { relative: string };
    /** null while no attempt is planned for it: it cannot be skipped then. */
    attemptId: number | null;
  } | null;
  /** `oneTime`: the one-time products of that order. */
  later: { id: number; date: Moment; isSkipped: boolean; oneTime: OneTimeView[] }[];
  lines: LineView[];
  oneTime: OneTimeView[];
  /** Whether one-time products can be added to the next order. */
  canAddProducts: boolean;
  /**
   * Whether lines may be added from the shop's catalogue: its prices are in the contract's currency, and the contract
   * is not over.
   */
  takesLines: boolean;
  /** Whether the next order may be taken at once: there is a payment method, and no earlier order is unpaid. */
  canOrderNow: boolean;
  sums: { delivery: string; isDeliveryFree: boolean; discount: string | null; total: string };
  /** The newest last. `code` is null for one that the shop has given. */
  discounts: { id: string; title: string; code: string | null; value: string }[];
  delivery: { kind: RawContractSource["deliveryMethodType"]; lines: string[]; address: Address | null };
  /** Set even if it was revoked. */
  paymentMethodId: string | null;
  payment: { title: string; expiry: string | null; isExpired: boolean } | null;
  hasFailedPayment: boolean;
  email: string | null;
  minCycles: number | null;
  past: OrderView[];
  pastTotal: number;
};

const toMoment = (instant: string, { format }: PortalContext): Moment => {
  const date = new Date(instant);
  return { day: format.day(date), text: format.date(date) };
};

export const toOrderView = (order: PastOrder, currencyCode: string, { format }: PortalContext): OrderView => {
  const date = new Date(order.date);
  return {
    id: order.id,
    status: order.status,
    date: { day: format.day(date), text: format.pastDate(date) },
    name: order.name,
    amount: order.amount === null ? null : format.money(order.amount, currencyCode),
    refunded:
      order.refunded && toRefunded(order.refunded, order.amount, (sum) => format.money(sum, currencyCode)),
    hasReceipt: order.hasReceipt,
  };
};

const toRefunded = (refunded: string, amount: string | null, money: (sum: string) => string): string =>
  amount !== null && compareMoney(refunded, amount) >= 0 ? "all" : money(refunded);

/** "Espresso", "Espresso + 2": a contract's name, from the titles of its lines. */
export const toContractName = (titles: readonly string[], { format }: PortalContext): string =>
  titles.length > 1 ? `${titles[0]} + ${format.number(titles.length - 1)}` : (titles[0] ?? "");

export function toContractView(
  source: RawContractSource,
  extras: PortalContractExtras,
  portal: PortalContext,
  shop: { currencyCode: string; gateway: string },
): ContractView {
  const { format, texts } = portal;
  const { currencyCode } = source;
  const money = (amount: string) => format.money(amount, currencyCode);
  const queued = extras.upcoming.filter(({ status }) => status === "QUEUED");
  const [first] = queued;
  const isRunning = source.status === "ACTIVE";
  const payment = toPayment(source, portal);
  const nextDate = first?.date ?? source.nextBillingDate;
  const listOneTime = (order: number | undefined) =>
    extras.oneTime.filter(({ attemptId }) => attemptId === order);
  const oneTime = listOneTime(first?.id);
  const toOneTime = (product: (typeof oneTime)[number]): OneTimeView => ({
    ...product,
    variant: toVariantTitle(product.variantTitle),
    total: money(multiplyMoney(product.price, product.quantity)),
  });
  const billed = texts.every(
    source.billingInterval,
    source.billingIntervalCount,
    format.number(source.billingIntervalCount),
  );
  const delivered = texts.every(
    source.deliveryInterval,
    source.deliveryIntervalCount,
    format.number(source.deliveryIntervalCount),
  );
  return {
    id: source.subscriptionContractId,
    version: extras.version,
    isOneOfSeveral: extras.contractCount > 1,
    status: source.status,
    name: toContractName(
      source.lines.map(({ title }) => title),
      portal,
    ),
    frequency: billed,
    interval: { unit: source.billingInterval, count: source.billingIntervalCount },
    deliveryFrequency: delivered === billed ? null : delivered,
    next:
      isRunning && nextDate
        ? {
            date: { ...toMoment(nextDate, portal), relative: format.relativeDay(new Date(nextDate)) },
            attemptId: first?.id ?? null,
          }
        : null,
    later: isRunning
      ? extras.upcoming
          .filter(({ id }) => id !== first?.id)
          .map(({ id, status, date }) => ({
            id,
            date: toMoment(date, portal),
            isSkipped: status === "SKIPPED",
            oneTime: listOneTime(id).map(toOneTime),
          }))
      : [],
    lines: source.lines.map((line) => ({
      id: line.id,
      title: line.title,
      variant: toVariantTitle(line.variantTitle),
      quantity: line.quantity,
      image: line.image,
      attributes: line.customAttributes.filter(({ key }) => !isMerchantsKey(key)),
      fields: fieldsOf(portal.settings.attributeFields, line.productId).map((field) =>
        readField(field, portal.locale.language),
      ),
      total: money(roundMoney(multiplyMoney(line.currentPrice, line.quantity), currencyCode)),
      isSkipped: line.skippedNextOrder,
    })),
    oneTime: oneTime.map(toOneTime),
    canAddProducts:
      first !== undefined && portal.isOn("one_time_products") && takesOneTimeProducts(source, shop),
    takesLines: !isOver(source.status) && source.currencyCode === shop.currencyCode,
    canOrderNow:
      isRunning &&
      first !== undefined &&
      extras.autoCharge &&
      payment !== null &&
      !extras.hasOpenOrder &&
      shop.gateway !== "none" &&
      portal.isOn("order_now"),
    sums: toSums(source, oneTime, portal),
    discounts: source.discounts
      .filter((discount) => !isDiscountUsedUp(discount))
      .map(({ id, title, code, ...discount }) => ({
        id,
        title,
        code,
        value: [writeDiscount(discount, currencyCode, portal), writeLimits(toLimitsLeft(discount), portal)]
          .filter(Boolean)
          .join(" · "),
      })),
    delivery: {
      kind: source.deliveryMethodType,
      lines: source.deliveryAddress ? toShownAddress(source.deliveryAddress, portal.locale) : [],
      address: source.deliveryAddress,
    },
    paymentMethodId: source.paymentMethodId,
    payment,
    hasFailedPayment: source.lastPaymentStatus === "FAILED" && source.status !== "CANCELLED",
    email: source.email,
    minCycles: source.minCycles,
    past: extras.past.map((order) => toOrderView(order, currencyCode, portal)),
    pastTotal: extras.pastTotal,
  };
}

/** The orders that still have it; that it was for more is of no use to the customer. */
const toLimitsLeft = ({
  recurringCycleLimit,
  usageCount,
  lineIds,
}: Pick<RawContractSource["discounts"][number], "recurringCycleLimit" | "usageCount" | "lineIds">) => ({
  orders: recurringCycleLimit === null ? null : recurringCycleLimit - usageCount,
  isOnSelected: lineIds !== null,
});

/** What the next order costs: without skipped lines, with one-time products. */
function toSums(
  source: RawContractSource,
  oneTime: PortalContractExtras["oneTime"],
  { format }: PortalContext,
): ContractView["sums"] {
  const { currencyCode } = source;
  const lines = source.lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const amounts = computeContractAmounts({ ...source, lines });
  const before = sumMoney(amounts.lines.map(({ subtotal }) => subtotal));
  const discount = subtractMoney(before, amounts.contractAmount);
  return {
    delivery: format.money(amounts.deliveryPrice, currencyCode),
    isDeliveryFree: compareMoney(amounts.deliveryPrice, "0") === 0,
    discount: compareMoney(discount, "0") > 0 ? format.money(`-${discount}`, currencyCode) : null,
    total: format.money(computeOrderAmount(source, oneTime), currencyCode),
  };
}

/** Whether a customer would recognise the payment method: an imported one has only an id. */
export const isRecognisable = ({
  instrumentType,
  brand,
  lastDigits,
}: Pick<RawContractSource, "instrumentType" | "brand" | "lastDigits">): boolean =>
  Boolean(brand || lastDigits || WALLET_NAMES[instrumentType ?? ""]);

/** "Visa ending in 4242", "PayPal". */
export function toInstrument(
  { instrumentType, brand, lastDigits }: Pick<RawContractSource, "instrumentType" | "brand" | "lastDigits">,
  { texts }: Pick<PortalContext, "texts">,
): string {
  const kind = brand ? toBrandName(brand) : (WALLET_NAMES[instrumentType ?? ""] ?? texts.next.savedMethod);
  return lastDigits ? `${kind} ${texts.next.cardEnding(lastDigits)}` : kind;
}

function toPayment(source: RawContractSource, portal: PortalContext): ContractView["payment"] {
  const { format, texts } = portal;
  const { paymentMethodId, expiryMonth, expiryYear, revokedAt } = source;
  if (paymentMethodId === null || revokedAt !== null) return null;
  const hasExpiry = expiryMonth !== null && expiryYear !== null;
  return {
    title: toInstrument(source, portal),
    expiry: hasExpiry ? texts.next.expires(format.month(expiryYear, expiryMonth)) : null,
    isExpired: isExpiredCard({ expiryMonth, expiryYear }, portal),
  };
}
