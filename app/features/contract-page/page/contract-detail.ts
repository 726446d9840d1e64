import { isOver } from "~/features/contracts/change/contract-transitions";
import type { ContractFormat } from "~/features/contracts/contract-format";
import { PLAN_TYPE_LABELS, toActionText, toText } from "~/features/contracts/contract-labels";
import { formatFrequency, formatOrders } from "~/lib/format";
import { compareMoney, multiplyMoney } from "~/lib/money";
import { toProductName, toVariantTitle } from "~/lib/variant-title";
import type { billingAttempts } from "~db/schema/billing";
import type { Attribute, contractLines, contracts } from "~db/schema/contracts";

type ContractRow = typeof contracts.$inferSelect;
type AttemptRow = typeof billingAttempts.$inferSelect;

/** An instant as text in the shop's time zone, and in ISO form for `<time datetime>`. */
export type Moment = { instant: string; text: string };
type ImageView = { url: string; width: number; height: number } | null;

export const toMoment = (instant: Date, write: (instant: Date) => string): Moment => ({
  instant: instant.toISOString(),
  text: write(instant),
});

type CatalogueImage = { url: string | null; width: number | null; height: number | null } | null;
/** A picture of unknown size is laid out square; the page's box for it is fixed anyway. */
const FALLBACK_SIZE = 96;

function toImageView(...candidates: CatalogueImage[]): ImageView {
  const image = candidates.find((candidate) => candidate?.url);
  if (!image?.url) return null;
  return { url: image.url, width: image.width ?? FALLBACK_SIZE, height: image.height ?? FALLBACK_SIZE };
}

export type LineRow = {
  line: typeof contractLines.$inferSelect;
  productTitle: string | null;
  productImage: CatalogueImage;
  variantImage: CatalogueImage;
  isDeleted: boolean;
  sellingPlanName: string | null;
};

export type LineView = {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
  unitPrice: string;
  /** Unit price before the plan's reduction; null without one. */
  basePrice: string | null;
  total: string;
  image: ImageView;
  isDeleted: boolean;
  sellingPlan: string | null;
  attributes: Attribute[];
  /** Skipped in the next order. */
  isSkipped: boolean;
};

export function toLineView(row: LineRow, format: ContractFormat): LineView {
  const { line } = row;
  const isReduced = line.basePrice !== null && compareMoney(line.basePrice, line.currentPrice) > 0;
  return {
    id: line.id,
    title: line.title,
    variantTitle: toVariantTitle(line.variantTitle),
    sku: line.sku,
    quantity: line.quantity,
    unitPrice: format.money(line.currentPrice),
    basePrice: isReduced && line.basePrice !== null ? format.money(line.basePrice) : null,
    total: format.money(multiplyMoney(line.currentPrice, line.quantity)),
    image: toImageView(row.variantImage, row.productImage),
    isDeleted: row.isDeleted,
    sellingPlan: line.sellingPlanName ?? row.sellingPlanName,
    attributes: line.customAttributes,
    isSkipped: line.skippedNextOrder,
  };
}

export type Fact = { label: string; value: string };

/** How often, for how long and from when, as label and value; only what is set. */
export function toScheduleFacts(contract: ContractRow, format: ContractFormat): Fact[] {
  const isPrepaid = contract.planType === "PREPAID";
  const billed = formatFrequency(contract.billingInterval, contract.billingIntervalCount);
  const delivered = formatFrequency(contract.deliveryInterval, contract.deliveryIntervalCount);
  const dated = (label: string, instant: Date | null): Fact[] =>
    instant ? [{ label, value: format.date(instant) }] : [];
  return [
    ...(isPrepaid || billed !== delivered
      ? [
          { label: "Billed", value: billed },
          { label: "Delivered", value: delivered },
        ]
      : [{ label: "Frequency", value: billed }]),
    { label: "Plan", value: PLAN_TYPE_LABELS[contract.planType] },
    ...(contract.minCycles ? [{ label: "At least", value: formatOrders(contract.minCycles) }] : []),
    ...(contract.maxCycles ? [{ label: "At most", value: formatOrders(contract.maxCycles) }] : []),
    ...dated("Starts", contract.startsAt),
    ...dated("Trial ends", contract.trialEndDate),
    ...dated("First billed after trial", contract.billingDateAfterTrial),
    ...dated("Ends", contract.endsAt),
    { label: "Charged", value: contract.autoCharge ? "Automatically" : "By hand" },
  ];
}

/** The last edit of staff, while it can be undone. `version`: the contract's version after the edit. */
export type UndoOffer = { text: string; version: number };

/** What was done last, and how it changed an order's amount. */
export function toUndoOffer(
  { version, orderAmount }: ContractRow,
  { action, madeAt, content }: { action: string; madeAt: Date; content: { orderAmount: string } },
  format: ContractFormat,
): UndoOffer {
  const amounts =
    compareMoney(content.orderAmount, orderAmount) === 0
      ? ""
      : `: each order cost ${format.money(content.orderAmount)} before, and costs ${format.money(orderAmount)} now`;
  return { text: `${toActionText(action)} on ${format.dateTime(madeAt)}${amounts}.`, version };
}

export function toStatusSince(contract: ContractRow, format: ContractFormat): string | null {
  const { status, activatedOn, pausedOn, cancelledOn, endsAt } = contract;
  const isNews = activatedOn && format.date(activatedOn) !== format.date(contract.createdAt);
  if (status === "ACTIVE" && isNews) return `active since ${format.date(activatedOn)}`;
  if (status === "PAUSED" && pausedOn) return `paused on ${format.date(pausedOn)}`;
  if (status === "CANCELLED" && cancelledOn) return `cancelled on ${format.date(cancelledOn)}`;
  if (status === "EXPIRED" && endsAt) return `ended on ${format.date(endsAt)}`;
  return null;
}

/** A link that helps: to a dialog of the page, or a part of it. */
export type BannerAction = { label: string; opens: "reactivate" | "send_link" | "past_orders" };
export type Banner = { text: string; actions: BannerAction[] };

const PAYMENT_ACTIONS: Record<BannerAction["opens"], string> = {
  reactivate: "Reactivate contract",
  send_link: "Send portal link",
  past_orders: "Go to past orders",
};

/** What happens next about a failed payment. @param unpaid the order it was for; null = unknown */
function toFailureText(dunning: boolean, unpaid: Pick<AttemptRow, "status" | "nextStep"> | null): string {
  if (!dunning) return "The last payment failed.";
  if (unpaid?.status === "ACTION_REQUIRED")
    return "The customer’s bank wants the customer to confirm the last payment.";
  return unpaid?.nextStep === "END"
    ? "The last payment failed, and is tried again once the customer has another payment method."
    : "The last payment failed and is being tried again.";
}

/**
 * What a merchant should know first, each banner with its actions.
 *
 * @param unpaid the newest order that waits to be paid
 */
export function toBanners(
  contract: ContractRow,
  hasEmail: boolean,
  unpaid: Pick<AttemptRow, "status" | "nextStep"> | null,
): Banner[] {
  const { status, dunning, cancellationFeedback } = contract;
  const opens: BannerAction["opens"][] = [
    ...(status === "FAILED" ? ["reactivate" as const] : []),
    ...(hasEmail && !isOver(status) ? ["send_link" as const] : []),
    "past_orders",
  ];
  const actions = opens.map((each) => ({ label: PAYMENT_ACTIONS[each], opens: each }));
  const only = (text: string): Banner => ({ text, actions: [] });
  return [
    ...(contract.pausedBySecurityChallenge
      ? [only("Paused until the customer confirms the payment with their bank.")]
      : []),
    ...(contract.lastPaymentStatus === "FAILED"
      ? [
          {
            text: toFailureText(dunning, unpaid),
            actions,
          },
        ]
      : []),
    ...(contract.emailBouncedOrFailed ? [only("E-mail to this customer bounced or could not be sent.")] : []),
    ...(status === "CANCELLED" && cancellationFeedback
      ? [only(`Reason for cancelling: ${cancellationFeedback}`)]
      : []),
  ];
}

/** Why there is no upcoming order. */
export const NO_ORDER_LABELS: Record<ContractRow["status"], string> = {
  ACTIVE: "No upcoming orders yet.",
  PAUSED: "No upcoming orders while the contract is paused.",
  FAILED: "No upcoming orders because the last payment failed.",
  CANCELLED: "No more orders: the contract was cancelled.",
  EXPIRED: "No more orders: the contract has ended.",
};

export type OrderView = {
  id: number;
  status: AttemptRow["status"];
  date: Moment;
  name: string | null;
  amount: string | null;
  note: string | null;
  error: string | null;
};

/** A one-time product of an order. */
export type ExtraView = { variantId: number; title: string; price: string };

export const toExtraView = (
  product: { variantId: number; title: string; variantTitle: string | null; quantity: number; price: string },
  format: ContractFormat,
): ExtraView => ({
  variantId: product.variantId,
  title: toProductName(product),
  price: `${format.money(product.price)} × ${product.quantity}`,
});

/**
 * Upcoming orders, and those that the gateway has yet to decide, show what they will cost; past orders show what they
 * cost. An order that was never charged has no amount.
 */
export function toOrderView(
  attempt: AttemptRow,
  plannedAmount: string | null,
  format: ContractFormat,
): OrderView {
  const amount = attempt.orderAmount ?? plannedAmount;
  const failure = [
    attempt.errorMessage?.replace(/\.$/, "") ?? (attempt.errorCode ? toText(attempt.errorCode) : null),
    attempt.attemptCount > 1 ? `tried ${attempt.attemptCount} times` : null,
  ];
  return {
    id: attempt.id,
    status: attempt.status,
    date: toMoment(attempt.billingDate, format.date),
    name: attempt.orderName,
    amount: amount === null ? null : format.money(amount),
    note: attempt.orderNote,
    error: attempt.status === "FAILURE" ? failure.filter(Boolean).join(" · ") || "The payment failed" : null,
  };
}
