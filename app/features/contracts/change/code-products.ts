import type { ContractChange, ContractState } from "./contract-change";

type Line = ContractState["lines"][number];
type Discount = ContractState["discounts"][number];

/** Products that codes are for, by code; a code for all products is not in it. */
export type CodeProducts = ReadonlyMap<string, readonly number[]>;

/** The discounts that come by a code and cover certain lines. */
export const listBoundDiscounts = ({ discounts }: Pick<ContractState, "discounts">): Discount[] =>
  discounts.filter(({ code, lineIds }) => code !== null && lineIds !== null && lineIds.length > 0);

/**
 * The lines that their discount's code may no longer cover: with a product that is neither one of the code's nor was
 * covered before (the code may have been given other products since).
 *
 * @param discount with the lines that it is to cover
 */
export function findForeignLines(
  before: Pick<ContractState, "lines" | "discounts">,
  { id, code, lineIds }: Discount,
  lines: readonly Line[],
  codeProducts: CodeProducts,
): Line[] {
  const productIds = code === null ? undefined : codeProducts.get(code);
  if (!productIds) return [];
  const had = before.discounts.find((discount) => discount.id === id)?.lineIds;
  const allowed = new Set<number | null>([
    ...productIds,
    ...before.lines.filter((line) => had?.includes(line.id)).map(({ productId }) => productId),
  ]);
  return lines.filter((line) => lineIds?.includes(line.id) && !allowed.has(line.productId));
}

/**
 * A code for certain products does not go on to others: its discount leaves the lines that now have another product, and
 * is removed if it covers nothing then (docs/decisions/178).
 */
export function withCodeProducts(
  state: ContractState,
  change: ContractChange,
  codeProducts: CodeProducts,
): ContractChange {
  const { lines = state.lines, discounts = state.discounts } = change;
  const kept = discounts.flatMap((discount) => {
    const foreign = findForeignLines(state, discount, lines, codeProducts).map(({ id }) => id);
    if (foreign.length === 0) return [discount];
    const lineIds = discount.lineIds?.filter((id) => !foreign.includes(id)) ?? null;
    return lineIds?.length === 0 ? [] : [{ ...discount, lineIds }];
  });
  return { ...change, discounts: kept };
}
