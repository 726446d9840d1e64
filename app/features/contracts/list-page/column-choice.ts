/**
 * Titles of the columns of the contract list that each person may show or hide, in the order of the list; the customer is
 * always the first column.
 */
export const COLUMN_TITLES = {
  contract: "Contract",
  products: "Products",
  status: "Status",
  next: "Next order",
  frequency: "Frequency",
  amount: "Amount",
  plan: "Plan",
};

export type ColumnName = keyof typeof COLUMN_TITLES;
export const COLUMN_NAMES = Object.keys(COLUMN_TITLES) as ColumnName[];

/** Columns shown to everybody who has chosen nothing. */
const USUAL_COLUMNS: readonly ColumnName[] = ["products", "status", "next", "frequency", "amount", "plan"];

/** The chosen columns in the order of the list; names that no longer exist are dropped. */
export const toColumns = (chosen: readonly string[] | null): ColumnName[] =>
  COLUMN_NAMES.filter((name) => (chosen ?? USUAL_COLUMNS).includes(name));
