import { mayHaveNextOrder } from "~/features/contracts/change/contract-transitions";
import { toDecimalsText } from "~/features/imports/files/import-values";
import { rollForward } from "~/features/order-schedule/schedule";
import { MAX_LINES, MAX_ORDER_AMOUNT } from "~/lib/limits";
import { addMoney, compareMoney, multiplyMoney, roundMoney, trimMoney } from "~/lib/money";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";

/** The rows of one handle, combined by SQL. Without a head row the contract's own fields are null. */
export type ContractGroup = {
  handle: string;
  rows: number;
  firstLine: number;
  /** The row that carries the contract's columns. */
  headLine: number | null;
  hasBadRows: boolean;
  /** The first row that carries the contract's columns again, with other values. */
  otherHeadLine: number | null;
  /** The shop already has a contract with this handle. */
  isKnown: boolean;
  hasCustomer: boolean;
  /** The shop has erased this customer. */
  isErased: boolean;
  /** Rows whose variant the shop does not have. */
  missingVariants: number;
  customerId: number | null;
  paymentMethodId: string | null;
  /** Owner of the payment method, if the shop already has it. */
  paymentCustomerId: number | null;
  status: (typeof CONTRACT_STATUSES)[number] | null;
  upcomingBillingDate: Date | null;
  billingInterval: Interval | null;
  billingIntervalCount: number | null;
  currencyCode: string | null;
  deliveryPrice: string | null;
  /** Rows whose price has more decimals than the currency. */
  unevenPrices: number;
  /** Sum of the lines, each rounded to the currency. */
  contractAmount: string | null;
};

export type Finding = { line: number; column: string; value: string | null; reason: string };

export type ContractVerdict =
  | { kind: "SKIP" }
  | { kind: "KEEP_OUT"; findings: Finding[]; lacksVariants: boolean }
  | { kind: "IMPORT"; head: ContractHead; warnings: Finding[]; hasUnevenPrices: boolean };

/** What an imported contract gets in addition to its rows. */
export type ContractHead = {
  handle: string;
  line: number;
  nextBillingDate: Date | null;
  contractAmount: string;
  orderAmount: string;
};

/**
 * Whether a contract is imported, and if not, why (wire.md §3): one that was imported before is skipped; one with a bad
 * row, or without its customer or a variant in the shop, is left out completely.
 *
 * @param paymentOwners customers of the payment methods of earlier contracts in this import; this contract's is added
 */
export function judgeContract(
  group: ContractGroup,
  { timeZone, now, paymentOwners }: { timeZone: string; now: Date; paymentOwners: Map<string, number> },
): ContractVerdict {
  if (group.isKnown) return { kind: "SKIP" };
  const amounts = toAmounts(group);
  const findings = [...listFindings(group, amounts, paymentOwners)];
  const lacksVariants = group.missingVariants > 0;
  const { headLine } = group;
  if (findings.length > 0 || lacksVariants || group.hasBadRows || headLine === null || amounts === null)
    return { kind: "KEEP_OUT", findings, lacksVariants };
  if (group.paymentMethodId !== null && group.customerId !== null)
    paymentOwners.set(group.paymentMethodId, group.customerId);
  const nextBillingDate = toNextBillingDate(group, timeZone, now);
  return {
    kind: "IMPORT",
    head: { handle: group.handle, line: headLine, nextBillingDate, ...amounts },
    warnings: [...listWarnings(group, headLine, nextBillingDate)],
    hasUnevenPrices: group.unevenPrices > 0,
  };
}

function* listWarnings(
  { upcomingBillingDate, deliveryPrice, currencyCode }: ContractGroup,
  line: number,
  nextBillingDate: Date | null,
): Generator<Finding> {
  if (nextBillingDate !== null && nextBillingDate.getTime() !== upcomingBillingDate?.getTime())
    yield {
      line,
      column: "upcoming_billing_date",
      value: upcomingBillingDate?.toISOString() ?? null,
      reason: `Is in the past: moved on by the interval to ${nextBillingDate.toISOString()}.`,
    };
  if (deliveryPrice === null || currencyCode === null) return;
  const rounded = roundMoney(deliveryPrice, currencyCode);
  if (compareMoney(rounded, deliveryPrice) !== 0)
    yield {
      line,
      column: "delivery_price",
      value: trimMoney(deliveryPrice),
      reason: `${toDecimalsText(currencyCode)}: rounded to ${rounded}.`,
    };
}

function* listFindings(
  group: ContractGroup,
  amounts: { orderAmount: string } | null,
  paymentOwners: ReadonlyMap<string, number>,
): Generator<Finding> {
  const { headLine, customerId, paymentMethodId } = group;
  if (group.rows > MAX_LINES)
    yield {
      line: group.firstLine,
      column: "handle",
      value: group.handle,
      reason: `This contract has ${group.rows} rows; at most ${MAX_LINES} line items are possible.`,
    };
  if (headLine === null) {
    // The bad row may be the one with the contract's columns.
    if (!group.hasBadRows)
      yield {
        line: group.firstLine,
        column: "customer_id",
        value: null,
        reason: "No row of this contract carries the contract's own columns.",
      };
    return;
  }
  if (group.otherHeadLine !== null)
    yield {
      line: group.otherHeadLine,
      column: "customer_id",
      value: null,
      reason: `Carries the contract's columns again, with other values than line ${headLine}.`,
    };
  if (!group.hasCustomer || group.isErased)
    yield {
      line: headLine,
      column: "customer_id",
      value: String(customerId),
      reason: group.isErased
        ? "This customer was erased here."
        : "The shop has no such customer. Upload customers.csv together with this file.",
    };
  const owner = group.paymentCustomerId ?? (paymentMethodId && paymentOwners.get(paymentMethodId));
  if (paymentMethodId !== null && owner && owner !== customerId)
    yield {
      line: headLine,
      column: "customer_payment_method_id",
      value: paymentMethodId,
      reason: `Is the payment method of customer ${owner}.`,
    };
  if (amounts && compareMoney(amounts.orderAmount, MAX_ORDER_AMOUNT) > 0)
    yield {
      line: headLine,
      column: "line_current_price",
      value: amounts.orderAmount,
      reason: "One order of this contract costs more than can be stored.",
    };
}

export const toMissingVariant = (row: { line: number; variantId: number }): Finding => ({
  line: row.line,
  column: "line_variant_id",
  value: String(row.variantId),
  reason: "The shop has no such variant. Upload products.json together with this file.",
});

/** A row whose price has more decimals than its contract's currency: the line is rounded, the price is kept. */
export const toUnevenPrice = (row: {
  line: number;
  price: string;
  quantity: number;
  currencyCode: string;
}): Finding => ({
  line: row.line,
  column: "line_current_price",
  value: trimMoney(row.price),
  reason: `${toDecimalsText(row.currencyCode)}: the line of ${row.quantity} comes to ${roundMoney(multiplyMoney(row.price, row.quantity), row.currencyCode)}.`,
});

function toAmounts({ contractAmount, deliveryPrice, currencyCode }: ContractGroup) {
  if (contractAmount === null || deliveryPrice === null || currencyCode === null) return null;
  return { contractAmount, orderAmount: addMoney(contractAmount, roundMoney(deliveryPrice, currencyCode)) };
}

/** Null if no order will follow; the file's date then only says from when a reactivation counts. */
function toNextBillingDate(group: ContractGroup, timeZone: string, now: Date): Date | null {
  const {
    upcomingBillingDate: start,
    billingInterval: interval,
    billingIntervalCount: intervalCount,
    status,
  } = group;
  if (status === null || !mayHaveNextOrder(status)) return null;
  if (start === null || interval === null || intervalCount === null) return start;
  return rollForward({ interval, intervalCount, anchors: [], start }, timeZone, now);
}
