/** Sort columns of the contract list, and the total order that follows. Source: wire.md §2 "1 list". */
export const SORT_COLUMNS = [
  "id",
  "subscription_contract_id",
  "created_at",
  "updated_at",
  "next_billing_date",
  "customer_name",
  "order_amount",
  "order_name",
  "status",
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type SortTerm = { column: SortColumn; descending: boolean };

export const DEFAULT_SORT: SortTerm[] = [{ column: "created_at", descending: true }];

export const isDefaultSort = (terms: SortTerm[]): boolean =>
  terms.length === 1 && terms[0]?.column === "created_at" && terms[0].descending;

const UNIQUE_COLUMNS = new Set<SortColumn>(["id", "subscription_contract_id"]);
const COLUMN_BY_NAME = new Map<string, SortColumn>(
  SORT_COLUMNS.flatMap((column) => [
    [column, column],
    [column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), column],
  ]),
);

/** `column,asc|desc`, the column in snake or camel case, ascending without a direction; null for anything else. */
export function parseSortTerm(text: string): SortTerm | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const column = COLUMN_BY_NAME.get(name);
  const lowerCase = direction.toLowerCase();
  if (!column || rest.length > 0 || (lowerCase !== "asc" && lowerCase !== "desc")) return null;
  return { column, descending: lowerCase === "desc" };
}

/**
 * The effective sort terms, ending in a unique one: a total order, so that pages neither repeat nor lose a contract.
 * Ties are broken by id in the direction of the last given column; contracts of one status by creation date first, the
 * order of their index.
 */
export function toTotalOrder(terms: SortTerm[]): SortTerm[] {
  const order: SortTerm[] = [];
  for (const term of terms) {
    if (order.some((earlier) => earlier.column === term.column)) continue;
    order.push(term);
    if (UNIQUE_COLUMNS.has(term.column)) return order;
  }
  const descending = order.at(-1)?.descending ?? false;
  if (order.length === 1 && order[0]?.column === "status") order.push({ column: "created_at", descending });
  order.push({ column: "id", descending });
  return order;
}
