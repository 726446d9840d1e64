import { type ContractAmounts, computeContractAmounts, isDiscountUsedUp } from "~/features/contracts/amounts";
import { compareMoney, sumMoney } from "~/lib/money";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import type { ContractState } from "./contract-change";
import { requireEditable } from "./contract-edits";
import { requireLines, requireNextOrder } from "./line-edits";
import { hasDunned, withStatus } from "./order-plan";
import { addDiscount } from "./terms";

type Line = ContractState["lines"][number];
type Discount = ContractState["discounts"][number];
type Part = { lines: Line[]; discounts: Discount[] };

/**
 * Divides a contract in two (wire.md §4). When moved, every line costs exactly what it cost before, so the amounts of
 * both contracts add up to the old one: a fixed discount is divided as it was allocated, and delivery stays with the
 * old contract. When copied, the old contract stays as it is, and only it has the discounts that came by a code or are
 * for a number of orders (docs/decisions/136, 178).
 *
 * @param newId makes ids for the new rows
 * @param place where the list of lines was sent; by default the list is the body
 * @returns the content of the new contract, what is left of the old one (null: all), and the discounts of codes that
 *   only the new one has now, by their former and new ids
 * @throws ProblemError invalid_request when all lines were to move, or none; not_found; conflict unless the contract is
 *   ACTIVE or PAUSED, while an order is being charged, or, moved, while a failed payment is tried again; last_line when
 *   either would have nothing in its next order
 */
export function splitContract(
  state: ContractState,
  lineIds: readonly string[],
  { isMove, newId, place = "" }: { isMove: boolean; newId(): string; place?: string },
): {
  part: Part & { deliveryPrice: string };
  rest: Part | null;
  movedDiscounts: { from: string; to: string }[];
} {
  requireEditable(state);
  const { contract } = state;
  if (contract.status === "FAILED")
    throw new ProblemError(
      "conflict",
      "The contract's payment has failed: reactivate it before it is split.",
    );
  // The order contains these lines, and its date is still the contract's next: moved lines would be charged with both.
  if (withStatus(state.attempts, ...OPEN_CHARGE_STATUSES).length > 0)
    throw new ProblemError("conflict", "An order of the contract is being charged: split it afterwards.");
  // Each try is put together anew: the next one would leave the moved lines out, and no other order has them.
  if (isMove && hasDunned(state.attempts))
    throw new ProblemError("conflict", "A failed payment is tried again: split the contract afterwards.");
  const refuse = (code: string, detail: string) => invalidRequest([{ pointer: place, code, detail }]);
  const chosen = requireLines(state, lineIds, (_id, index) => `${place}/${index}`);
  if (chosen.length === 0) throw refuse("required", "Name the lines of the new contract.");
  if (isMove && chosen.length === state.lines.length)
    throw refuse("all_lines", "Leave at least one line in the contract: all of them cannot move.");
  const amounts = computeContractAmounts({ ...contract, ...state });
  const left = state.lines.filter((line) => !chosen.includes(line));
  requireNextOrder(chosen);
  if (isMove) requireNextOrder(left);
  const { lines, discounts } = takePart(state, chosen, amounts, newId);
  const rest = isMove ? takePart(state, left, amounts, newId) : null;
  const renewed = discounts
    .filter((discount) => !isDiscountUsedUp(discount) && (isMove || isCopied(discount)))
    .map((before) => ({ before, after: { ...before, id: newId() } }));
  const part = { lines, discounts: renewed.map(({ after }) => after) };
  return {
    part: isMove
      ? { ...part, deliveryPrice: "0" }
      : { ...renewLines(part, newId), deliveryPrice: contract.deliveryPrice },
    rest,
    movedDiscounts: renewed.flatMap(({ before, after }) =>
      before.code !== null && !rest?.discounts.some(({ id }) => id === before.id)
        ? [{ from: before.id, to: after.id }]
        : [],
    ),
  };
}

/** Another contract with a reward of one order, or with a code, would have twice what was given once. */
const isCopied = ({ code, recurringCycleLimit }: Discount): boolean =>
  code === null && recurringCycleLimit === null;

/** Some of the lines, with the discounts that cover them. */
function takePart(state: ContractState, lines: Line[], amounts: ContractAmounts, newId: () => string): Part {
  const { contract } = state;
  const simple = state.discounts.flatMap((discount) => shareOf(discount, lines, amounts));
  const computed = computeContractAmounts({ ...contract, lines, discounts: simple });
  const isSame = computed.lines.every(({ lineId, discounted }) => {
    const before = amounts.lines.find((line) => line.lineId === lineId);
    return before && compareMoney(before.discounted, discounted) === 0;
  });
  const discounts = isSame
    ? simple
    : state.discounts.flatMap((discount) => lineByLine(discount, lines, amounts, newId));
  return { lines, discounts: inOrder(discounts) };
}

const isFixedSum = ({ valueType, appliesOnEachItem }: Discount): boolean =>
  valueType === "FIXED_AMOUNT" && !appliesOnEachItem;

const allocatedTo = (lineId: string, discount: Discount, amounts: ContractAmounts): string =>
  sumMoney(
    (amounts.lines.find((line) => line.lineId === lineId)?.allocations ?? [])
      .filter(({ discountId }) => discountId === discount.id)
      .map(({ amount }) => amount),
  );

function shareOf(discount: Discount, lines: readonly Line[], amounts: ContractAmounts): Discount[] {
  const lineIds = discount.lineIds?.filter((id) => lines.some((line) => line.id === id)) ?? null;
  if (lineIds?.length === 0) return [];
  if (!isFixedSum(discount) || isDiscountUsedUp(discount)) return [{ ...discount, lineIds }];
  const value = sumMoney(lines.map(({ id }) => allocatedTo(id, discount, amounts)));
  return compareMoney(value, "0") > 0 ? [{ ...discount, lineIds, value }] : [];
}

/**
 * A fixed amount rounds differently over fewer lines: where that would show through a later discount, each line keeps
 * its own share.
 */
function lineByLine(
  discount: Discount,
  lines: readonly Line[],
  amounts: ContractAmounts,
  newId: () => string,
): Discount[] {
  if (!isFixedSum(discount) || isDiscountUsedUp(discount)) return shareOf(discount, lines, amounts);
  const shares = lines.flatMap(({ id }) => {
    const value = allocatedTo(id, discount, amounts);
    return compareMoney(value, "0") > 0 ? [{ ...discount, lineIds: [id], value }] : [];
  });
  return shares.map((share, index) => (index === 0 ? share : { ...share, id: newId() }));
}

/** Discounts with equal times or new ids keep their order. */
const inOrder = (discounts: readonly Discount[]): Discount[] => discounts.reduce<Discount[]>(addDiscount, []);

function renewLines({ lines, discounts }: Part, newId: () => string): Part {
  const ids = new Map(lines.map(({ id }) => [id, newId()]));
  const renew = (id: string) => ids.get(id) ?? id;
  return {
    lines: lines.map((line) => ({ ...line, id: renew(line.id) })),
    discounts: discounts.map((discount) => ({ ...discount, lineIds: discount.lineIds?.map(renew) ?? null })),
  };
}
