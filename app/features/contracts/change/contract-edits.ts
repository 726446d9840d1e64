import { MAX_ATTRIBUTES, MAX_QUANTITY } from "~/lib/limits";
import { invalidRequest, notFound, ProblemError } from "~/lib/problem";
import type { Attribute } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import type { ContractChange, ContractState } from "./contract-change";
import { isOver } from "./contract-transitions";
import { isMerchantsKey, trimKey } from "./line-attributes";

type ContractLine = ContractState["lines"][number];

/** Rules of edits that change neither status nor dates. Each returns the change, or refuses by throwing. */

const OVER = { CANCELLED: "This contract is cancelled.", EXPIRED: "This contract has ended." } as const;

/** @throws ProblemError conflict for a contract that is over */
export function requireEditable({ contract: { status } }: Pick<ContractState, "contract">): void {
  if (isOver(status)) throw new ProblemError("conflict", OVER[status]);
}

const NO_ADDRESS = {
  PICKUP: "These orders are picked up; they have no shipping address.",
  LOCAL_DELIVERY: "These orders are delivered locally; ask the shop for another address.",
  NONE: "Nothing of these orders is shipped.",
} as const;

/** wire.md §2 "7 address". @throws ProblemError conflict for a contract that is over or is not shipped */
export function toAddressChange(state: ContractState, deliveryAddress: Address): ContractChange {
  requireEditable(state);
  const { deliveryMethodType: method } = state.contract;
  if (method !== "SHIPPING") throw new ProblemError("conflict", NO_ADDRESS[method]);
  return { action: "contract.address_changed", events: ["updated"], contract: { deliveryAddress } };
}

function getLine({ lines }: ContractState, lineId: string): ContractLine {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) throw notFound("The contract has no such line.");
  return line;
}

const withLine = ({ lines }: ContractState, changed: ContractLine): ContractLine[] =>
  lines.map((line) => (line.id === changed.id ? changed : line));

/**
 * Skip a line of the next order, or take it back in (wire.md §2 "10 skip / unskip line").
 *
 * @param skip the wanted state; undefined = toggle
 * @param hasOneTimeProducts whether the next order has products of its own, which are left when all lines are skipped
 * @throws ProblemError not_found; conflict for a contract that is over; last_line when nothing would be left to order
 */
export function toLineSkip(
  state: ContractState,
  lineId: string,
  skip: boolean | undefined,
  hasOneTimeProducts: boolean,
): ContractChange {
  requireEditable(state);
  const line = getLine(state, lineId);
  const skippedNextOrder = skip ?? !line.skippedNextOrder;
  const isLast = state.lines.every(({ id, skippedNextOrder: isOut }) => isOut || id === lineId);
  if (skippedNextOrder && isLast && !hasOneTimeProducts)
    throw new ProblemError(
      "last_line",
      "Nothing would be left in the next order. Skip the whole order instead (skip-order).",
    );
  return {
    action: skippedNextOrder ? "contract.line_skipped" : "contract.line_unskipped",
    events: ["updated"],
    lines: withLine(state, { ...line, skippedNextOrder }),
  };
}

/**
 * @param quantity at least 1; the limit applies to changes only: an imported line may have more and keep it
 * @throws ProblemError not_found; conflict for a contract that is over; invalid_request above the limit
 */
export function toQuantityChange(state: ContractState, lineId: string, quantity: number): ContractChange {
  requireEditable(state);
  const line = getLine(state, lineId);
  if (quantity > MAX_QUANTITY && quantity !== line.quantity)
    throw invalidRequest([
      {
        parameter: "quantity",
        code: "out_of_range",
        detail: `Use a whole number from 1 to ${MAX_QUANTITY}.`,
      },
    ]);
  return {
    action: "contract.line_quantity_changed",
    events: ["updated"],
    lines: withLine(state, { ...line, quantity }),
  };
}

/**
 * Replaces the attributes of a line (wire.md §2 "12 attributes"). Customers cannot change the merchant's attributes:
 * those stay when a customer leaves them out.
 *
 * @throws ProblemError not_found; conflict for a contract that is over; forbidden for a customer who adds or changes
 *   one of the merchant's; invalid_request when both together are too many
 */
export function toAttributesChange(
  state: ContractState,
  lineId: string,
  wanted: readonly Attribute[],
  caller: "customer" | "merchant",
): ContractChange {
  requireEditable(state);
  const line = getLine(state, lineId);
  const customAttributes =
    caller === "merchant" ? [...wanted] : withMerchantsOwn(line.customAttributes, wanted);
  return {
    action: "contract.line_attributes_changed",
    events: ["updated"],
    lines: withLine(state, { ...line, customAttributes }),
  };
}

function withMerchantsOwn(stored: readonly Attribute[], wanted: readonly Attribute[]): Attribute[] {
  const kept = stored.filter(({ key }) => isMerchantsKey(key));
  const foreign = wanted.filter(
    ({ key, value }) =>
      isMerchantsKey(key) && !kept.some((own) => trimKey(own.key) === key && own.value === value),
  );
  if (foreign.length > 0)
    throw new ProblemError(
      "forbidden",
      `Attributes that begin with _ are the shop's: ${foreign.map(({ key }) => key).join(", ")}.`,
      {
        errors: foreign.map((attribute) => ({
          pointer: `/${wanted.indexOf(attribute)}/key`,
          code: "forbidden",
          detail: "Attributes that begin with _ are the shop's.",
        })),
      },
    );
  const sent = new Set(wanted.map(({ key }) => key));
  const all = [...wanted, ...kept.filter(({ key }) => !sent.has(trimKey(key)))];
  if (all.length > MAX_ATTRIBUTES)
    throw invalidRequest([
      {
        pointer: "",
        code: "too_big",
        detail: `A line has at most ${MAX_ATTRIBUTES} attributes; ${kept.length} of this one are the shop's.`,
      },
    ]);
  return all;
}

/** Several edits of one line as one change. Refusals are those of the parts. */
export function toLineChange(
  state: ContractState,
  lineId: string,
  { quantity, attributes, skip }: { quantity: number; attributes: readonly Attribute[]; skip: boolean },
  hasOneTimeProducts: boolean,
): ContractChange {
  const withQuantity = withLinesOf(state, toQuantityChange(state, lineId, quantity));
  const withBoth = withLinesOf(
    withQuantity,
    toAttributesChange(withQuantity, lineId, attributes, "merchant"),
  );
  const { lines } = toLineSkip(withBoth, lineId, skip, hasOneTimeProducts);
  return { action: "contract.line_changed", events: ["updated"], lines };
}

const withLinesOf = (state: ContractState, { lines }: ContractChange): ContractState => ({
  ...state,
  lines: [...(lines ?? state.lines)],
});
