import { rollForward } from "~/features/billing/schedule";
import { addMoney, compareMoney, roundMoney } from "~/lib/money";
import type { CONTRACT_STATUSES } from "~db/schema/contract-words";
import type { Interval } from "~db/schema/intervals";

/** The rows of one handle, put together by SQL. Without a head the contract's own fields are null. */
export type ContractGroup = {
  handle: string;
  rows: number;
  firstLine: number;
  /** The row that carries the contract's columns. */
  headLine: number | null;
  hasBadRows: boolean;
  /** The first row that carries the contract's columns again, with other values. */
  otherHeadLine: number | null;
  /** The shop has a contract of this handle. */
  isKnown: boolean;
  hasCustomer: boolean;
  /** Rows whose variant the shop does not have. */
  missingVariants: number;
  customerId: number | null;
  paymentMethodId: string | null;
  /** Whose the payment method is, when the shop has it already. */
  paymentCustomerId: number | null;
  status: (typeof CONTRACT_STATUSES)[number] | null;
  upcomingBillingDate: Date | null;
  billingInterval: Interval | null;
  billingIntervalCount: number | null;
  currencyCode: string | null;
  deliveryPrice: string | null;
  /** Sum of the lines, each rounded to the currency. */
  contractAmount: string | null;
};

export type Finding = { line: number; column: string; value: string | null; reason: string };

export type ContractVerdict =
  | { kind: "SKIP" }
  | { kind: "KEEP_OUT"; findings: Finding[]; lacksVariants: boolean }
  | { kind: "IMPORT"; head: ContractHead; warning: Finding | null };

/** What a contract to be imported gets beside what stands in its rows. */
export type ContractHead = {
  handle: string;
  line: number;
  nextBillingDate: Date | null;
  contractAmount: string;
  orderAmount: string;
};

const MAX_LINES = 500;
/** What numeric(14,4) keeps. */
const MAX_AMOUNT = "9999999999.9999";

/**
 * Whether a contract goes in, and if not why (wire.md §3): one that was imported before is skipped, one with any bad
 * row or without its customer or a variant in the shop is kept out whole.
 *
 * @param paymentOwners customers of the payment methods that contracts before it in this import bring; is added to
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
  const isMoved = nextBillingDate?.getTime() !== group.upcomingBillingDate?.getTime();
  return {
    kind: "IMPORT",
    head: { handle: group.handle, line: headLine, nextBillingDate, ...amounts },
    warning: isMoved
      ? {
          line: headLine,
          column: "upcoming_billing_date",
          value: group.upcomingBillingDate?.toISOString() ?? null,
          reason: `Is in the past: moved on by the interval to ${nextBillingDate?.toISOString()}.`,
        }
      : null,
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
    // A bad row may have been the one with the contract's columns.
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
  if (!group.hasCustomer)
    yield {
      line: headLine,
      column: "customer_id",
      value: String(customerId),
      reason: "The shop has no such customer. Upload customers.csv together with this file.",
    };
  const owner = group.paymentCustomerId ?? (paymentMethodId && paymentOwners.get(paymentMethodId));
  if (paymentMethodId !== null && owner && owner !== customerId)
    yield {
      line: headLine,
      column: "customer_payment_method_id",
      value: paymentMethodId,
      reason: `Is the payment method of customer ${owner}.`,
    };
  if (amounts && compareMoney(amounts.orderAmount, MAX_AMOUNT) > 0)
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

function toAmounts({ contractAmount, deliveryPrice, currencyCode }: ContractGroup) {
  if (contractAmount === null || deliveryPrice === null || currencyCode === null) return null;
  return { contractAmount, orderAmount: addMoney(contractAmount, roundMoney(deliveryPrice, currencyCode)) };
}

/** A contract that is over keeps the date it had: no order of it is to come. */
function toNextBillingDate(group: ContractGroup, timeZone: string, now: Date): Date | null {
  const {
    upcomingBillingDate: start,
    billingInterval: interval,
    billingIntervalCount: intervalCount,
  } = group;
  const isOver = group.status === "CANCELLED" || group.status === "EXPIRED";
  if (start === null || interval === null || intervalCount === null || isOver) return start;
  return rollForward({ interval, intervalCount, anchors: [], start }, timeZone, now);
}
