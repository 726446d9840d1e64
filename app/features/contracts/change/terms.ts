import type { ActivityAction } from "~/features/activity/activity";
import { MAX_PRICE } from "~/lib/limits";
import { compareMoney, currencyDecimals } from "~/lib/money";
import { type FieldError, invalidRequest, notFound, ProblemError } from "~/lib/problem";
import type { DiscountValueType } from "~db/schema/contract-enums";
import type { ContractChange, ContractState } from "./contract-change";
import { requireEditable } from "./contract-edits";
import { fitsCurrency } from "./line-price";

/** Rules of delivery price, discounts without a code, and notes. */

/** Errors of an amount in a contract's currency; none when it is valid. */
export function findAmountErrors(parameter: string, amount: string, currencyCode: string): FieldError[] {
  if (compareMoney(amount, MAX_PRICE) > 0)
    return [{ parameter, code: "out_of_range", detail: `Use an amount from 0 to ${MAX_PRICE}.` }];
  if (fitsCurrency(amount, currencyCode)) return [];
  const decimals = currencyDecimals(currencyCode);
  return [
    { parameter, code: "too_many_decimals", detail: `Use at most ${decimals} decimals for ${currencyCode}.` },
  ];
}

/** @throws ProblemError invalid_request beyond the currency's decimals; conflict for a contract that is over */
export function toDeliveryPriceChange(state: ContractState, deliveryPrice: string): ContractChange {
  requireEditable(state);
  const errors = findAmountErrors("deliveryPrice", deliveryPrice, state.contract.currencyCode);
  if (errors.length > 0) throw invalidRequest(errors);
  return { action: "contract.delivery_price_changed", events: ["updated"], contract: { deliveryPrice } };
}

type Discount = ContractState["discounts"][number];

/**
 * Adds a discount after the present ones. Discounts apply by creation time, so its time is later than theirs, even if
 * the shop's clock stands still.
 */
export const addDiscount = (discounts: readonly Discount[], discount: Discount): Discount[] => {
  const createdAt = Math.max(+discount.createdAt, ...discounts.map((each) => +each.createdAt + 1));
  return [...discounts, { ...discount, createdAt: new Date(createdAt) }];
};

/** A discount without a code, as requested. */
export type WantedDiscount = {
  title: string;
  valueType: DiscountValueType;
  value: string;
  recurringCycleLimit: number | null;
  appliesOnEachItem: boolean;
};

/**
 * Adds a discount on all lines, after the present ones (wire.md §4).
 *
 * @throws ProblemError invalid_request for an amount beyond the currency's decimals; conflict for a contract that is
 *   over
 */
export function toDiscountAddition(
  state: ContractState,
  { valueType, ...wanted }: WantedDiscount,
  { id, now }: { id: string; now: Date },
): ContractChange {
  requireEditable(state);
  const errors =
    valueType === "FIXED_AMOUNT" ? findAmountErrors("amount", wanted.value, state.contract.currencyCode) : [];
  if (errors.length > 0) throw invalidRequest(errors);
  const { contract, discounts } = state;
  const discount: Discount = {
    ...wanted,
    shopId: contract.shopId,
    contractId: contract.id,
    id,
    code: null,
    valueType,
    lineIds: null,
    usageCount: 0,
    createdAt: now,
  };
  return {
    action: "contract.discount_added",
    events: ["updated"],
    discounts: addDiscount(discounts, discount),
  };
}

/**
 * Pays the contract with this payment method from now on. A contract created without one is charged by hand only
 * because it lacks one (create-subscription-contract), so with its first one it is charged automatically.
 */
export const toMethodChange = (
  { contract }: Pick<ContractState, "contract">,
  paymentMethodId: string,
): ContractChange => ({
  action: "contract.payment_method_changed",
  events: ["updated"],
  contract: { paymentMethodId, ...(contract.paymentMethodId === null && { autoCharge: true }) },
});

/** Blank = none. */
const toNote = (note: string): string | null => (note.trim() === "" ? null : note);

/** The note on all orders of a contract. @throws ProblemError conflict for a contract that is over */
export function toNoteChange(state: ContractState, note: string): ContractChange {
  requireEditable(state);
  return { action: "contract.note_changed", events: ["updated"], contract: { orderNote: toNote(note) } };
}

/**
 * A note on one order, instead of the contract's.
 *
 * @throws ProblemError not_found; conflict for an order that is not upcoming, and for a contract that is over
 */
export function toOrderNoteChange(state: ContractState, attemptId: number, note: string): ContractChange {
  requireEditable(state);
  const order = state.attempts.find(({ id }) => id === attemptId);
  if (!order) throw notFound("There is no such order.");
  if (order.status !== "QUEUED" && order.status !== "SKIPPED" && order.status !== "PARKED")
    throw new ProblemError("conflict", "This order has been made, or is being made: its note stays.");
  const orderNote = toNote(note);
  return {
    action: "contract.order_note_changed",
    events: ["updated"],
    attempts: [{ id: attemptId, orderNote }],
    recorded: {
      before: { order: { date: order.billingDate }, note: order.orderNote },
      after: { order: { date: order.billingDate }, note: orderNote },
    },
    billingAttemptId: attemptId,
  };
}

/** A planned discount, without the contract it belongs to. */
export type DiscountContent = Omit<Discount, "shopId" | "contractId">;

/**
 * Removes some discounts and adds others, in the order in which they apply. Lines removed meanwhile are no longer
 * covered.
 *
 * @throws ProblemError conflict for a contract that is over
 */
export function exchangeDiscounts(
  state: ContractState,
  { gone, come }: { gone: readonly string[]; come: readonly DiscountContent[] },
  action: ActivityAction,
): ContractChange & Required<Pick<ContractChange, "discounts">> {
  requireEditable(state);
  const { id: contractId, shopId } = state.contract;
  const lineIds = new Set(state.lines.map(({ id }) => id));
  const kept = state.discounts.filter(({ id }) => !gone.includes(id));
  const added = come
    .filter(({ id }) => !kept.some((discount) => discount.id === id))
    .map(
      (content): Discount => ({
        ...content,
        lineIds: content.lineIds?.filter((id) => lineIds.has(id)) ?? null,
        shopId,
        contractId,
      }),
    );
  const discounts = [...kept, ...added].sort((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1));
  return { action, events: ["updated"], discounts };
}
