import type { ActivityAction } from "~/features/activity/activity";
import { MAX_LINES } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { ProblemError } from "~/lib/problem";
import type { ContractChange, ContractState } from "./contract-change";
import { requireEditable } from "./contract-edits";
import { countDeliveriesOf, type PlanTerms, toAgreedPrice, toOrderPrice, toPlanPrice } from "./line-price";

type Line = ContractState["lines"][number];
type Discount = ContractState["discounts"][number];

/** A variant that can be ordered, from the catalogue; its price in the contract's currency. */
export type OfferedVariant = Pick<Line, "title" | "variantTitle" | "sku" | "taxable" | "requiresShipping"> & {
  variantId: number;
  productId: number;
  price: string;
};

/**
 * What a line will hold. `agreedPrice`: unit price before the contract's discounts; null = the catalogue's price less
 * the plan's reduction.
 */
export type LineOffer = { variant: OfferedVariant; plan: PlanTerms | null; agreedPrice: string | null };
export type NewLine = LineOffer & { id: string; quantity: number };

/**
 * Rules of what a contract delivers. They set no amounts: `toContractWrites` computes them from lines and discounts.
 */

const toContent = (state: ContractState, { variant, plan, agreedPrice }: LineOffer) => ({
  productId: variant.productId,
  variantId: variant.variantId,
  title: variant.title,
  variantTitle: variant.variantTitle,
  sku: variant.sku,
  taxable: variant.taxable,
  requiresShipping: variant.requiresShipping,
  sellingPlanId: plan?.id ?? null,
  sellingPlanName: plan?.name ?? null,
  ...(agreedPrice === null
    ? toPlanPrice(toOrderPrice(variant.price, countDeliveriesOf(state.contract)), plan, {
        ...state.contract,
        paidOrders: state.paidOrders,
      })
    : toAgreedPrice(agreedPrice)),
});

const toLine = (state: ContractState, wanted: NewLine, position: number, like?: Line): Line => ({
  shopId: state.contract.shopId,
  contractId: state.contract.id,
  id: wanted.id,
  position,
  quantity: wanted.quantity,
  customAttributes: like?.customAttributes ?? [],
  skippedNextOrder: like?.skippedNextOrder ?? false,
  ...toContent(state, wanted),
});

function requireRoom(count: number): void {
  if (count > MAX_LINES)
    throw new ProblemError(
      "conflict",
      `A contract has at most ${MAX_LINES} products; this would make ${count}.`,
    );
}

/**
 * Adds lines after the present ones (wire.md §4). @throws ProblemError conflict for a contract that is over or full
 */
export function addLines(state: ContractState, wanted: readonly NewLine[]): ContractChange {
  requireEditable(state);
  requireRoom(state.lines.length + wanted.length);
  const next = Math.max(-1, ...state.lines.map(({ position }) => position)) + 1;
  return {
    action: wanted.length === 1 ? "contract.line_added" : "contract.lines_added",
    events: ["updated"],
    lines: [...state.lines, ...wanted.map((line, index) => toLine(state, line, next + index))],
  };
}

/**
 * Removes lines for good (wire.md §4). A discount for these lines alone is removed too, unless it is to stay.
 *
 * @throws ProblemError not_found naming every line the contract does not have; conflict for a contract that is over;
 *   last_line when no line would be left, or none in the next order
 */
export function removeLines(
  state: ContractState,
  lineIds: readonly string[],
  { removeDiscount }: { removeDiscount: boolean },
): ContractChange {
  requireEditable(state);
  const going = requireLines(state, lineIds);
  const lines = state.lines.filter(({ id }) => !lineIds.includes(id));
  if (lines.length === 0)
    throw new ProblemError("last_line", "Nothing would be left of the contract. Cancel it instead.");
  requireNextOrder(lines);
  return {
    action: going.length === 1 ? "contract.line_removed" : "contract.lines_removed",
    events: ["updated"],
    lines,
    discounts: withoutLines(state.discounts, lineIds, removeDiscount),
  };
}

/** @throws ProblemError last_line when the next order skips all of these lines */
export function requireNextOrder(lines: readonly Line[]): void {
  if (lines.every(({ skippedNextOrder }) => skippedNextOrder))
    throw new ProblemError(
      "last_line",
      "Nothing would be left in the next order: all other products are skipped in it.",
    );
}

/**
 * The lines with these ids, which may contain duplicates.
 *
 * @param toPointer where an id was sent; by default in a list, or alone, in which case the error needs no pointer
 * @throws ProblemError not_found naming each line the contract does not have
 */
export function requireLines(
  { lines }: ContractState,
  lineIds: readonly string[],
  toPointer?: (id: string, index: number) => string,
): Line[] {
  const errors = lineIds.flatMap((id, index) =>
    lines.some((line) => line.id === id)
      ? []
      : [
          {
            pointer: toPointer?.(id, index) ?? `/${index}`,
            code: "not_found",
            detail: "The contract has no such line.",
          },
        ],
  );
  if (errors.length > 0)
    throw new ProblemError("not_found", "The contract has no such line.", {
      ...((toPointer || lineIds.length > 1) && { errors }),
    });
  return lines.filter(({ id }) => lineIds.includes(id));
}

function withoutLines(
  discounts: readonly Discount[],
  gone: readonly string[],
  removeDiscount: boolean,
): Discount[] {
  return discounts.flatMap((discount) => {
    const left = discount.lineIds?.filter((id) => !gone.includes(id));
    if (!left || left.length === discount.lineIds?.length) return [discount];
    return left.length === 0 && removeDiscount ? [] : [{ ...discount, lineIds: left }];
  });
}

/**
 * Replaces lines by other products (wire.md §4): the first new one takes the place of the first old line, with its id
 * and attributes; further ones follow it and have the same attributes. They are skipped in the next order if all
 * replaced lines were. Discounts of that line cover all new ones, unless they are to be dropped. Plan and price come
 * from the offers.
 *
 * @throws ProblemError not_found; conflict for a contract that is over or full
 */
export function swapLines(
  state: ContractState,
  lineIds: readonly string[],
  wanted: readonly NewLine[],
  { carryDiscount }: { carryDiscount: boolean },
): ContractChange {
  requireEditable(state);
  const going = requireLines(state, lineIds);
  const [first, ...others] = going;
  if (!first || wanted.length === 0) throw new Error("a swap needs a line and what comes instead");
  requireRoom(state.lines.length - lineIds.length + wanted.length);
  const gone = others.map(({ id }) => id);
  const like = { ...first, skippedNextOrder: going.every(({ skippedNextOrder }) => skippedNextOrder) };
  const instead = wanted.map((line, index) =>
    toLine(state, index === 0 ? { ...line, id: first.id } : line, first.position, like),
  );
  const kept = state.lines.filter(({ id }) => !gone.includes(id));
  const lines = kept.flatMap((line) => (line.id === first.id ? instead : [line]));
  const discounts = carryDiscount
    ? state.discounts.map((discount) =>
        discount.lineIds?.includes(first.id)
          ? { ...discount, lineIds: [...discount.lineIds, ...instead.slice(1).map(({ id }) => id)] }
          : discount,
      )
    : withoutLines(state.discounts, [first.id], true);
  return {
    action: "contract.line_swapped",
    events: ["updated"],
    // Other lines move only if some are inserted.
    lines: instead.length > 1 ? lines.map((line, position) => ({ ...line, position })) : lines,
    discounts: withoutLines(discounts, gone, true),
  };
}

/**
 * Changes of one line; fields left out stay. An offer replaces variant, plan and price; without one, a price may come
 * alone.
 */
type LineUpdate = { quantity?: number; offer?: LineOffer; agreedPrice?: string };

/**
 * Changes quantity, variant, price and plan of a line, in any combination (wire.md §4).
 *
 * @throws ProblemError not_found; conflict for a contract that is over
 */
export function updateLine(
  state: ContractState,
  lineId: string,
  { quantity, offer, agreedPrice }: LineUpdate,
): ContractChange {
  requireEditable(state);
  requireLines(state, [lineId]);
  const change = (line: Line): Line => ({
    ...line,
    ...(offer ? toContent(state, offer) : agreedPrice !== undefined && toAgreedPrice(agreedPrice)),
    quantity: quantity ?? line.quantity,
  });
  return {
    action: "contract.line_changed",
    events: ["updated"],
    lines: state.lines.map((line) => (line.id === lineId ? change(line) : line)),
  };
}

const PRICES = ["currentPrice", "basePrice", "laterPrice"] as const;

/** What a line will hold, as the plan of a bulk automation computed it. Fields left out stay. */
export type LineContent = Pick<Line, "id"> &
  Partial<
    Pick<
      Line,
      | (typeof PRICES)[number]
      | "laterAfterCycle"
      | "productId"
      | "variantId"
      | "title"
      | "variantTitle"
      | "sku"
      | "taxable"
      | "requiresShipping"
      | "sellingPlanId"
      | "sellingPlanName"
    >
  >;

/**
 * Gives lines other content; an equal amount is no change of price. The contract's amounts are computed from it.
 *
 * @throws ProblemError conflict for a contract that is over
 */
export function setLineContents(
  state: ContractState,
  contents: readonly LineContent[],
  action: ActivityAction,
): ContractChange & Required<Pick<ContractChange, "lines">> {
  requireEditable(state);
  const byId = new Map(contents.map((content) => [content.id, content]));
  const lines = state.lines.map((line) => {
    const content = byId.get(line.id);
    return content ? { ...line, ...content, ...toSamePrices(line, content) } : line;
  });
  return { action, events: ["updated"], lines };
}

/** "10.00" and the stored "10.0000" are the same price. */
const toSamePrices = (line: Line, content: LineContent): Partial<LineContent> =>
  Object.fromEntries(
    PRICES.flatMap((name) => {
      const [present, wanted] = [line[name], content[name]];
      const isSame = present !== null && wanted && compareMoney(present, wanted) === 0;
      return isSame ? [[name, present]] : [];
    }),
  );
