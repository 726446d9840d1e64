/** Columns of the contract list that each person may show or hide; the customer is always the first column. */
export const COLUMN_CHOICES = [
  { name: "contract", label: "Contract" },
  { name: "products", label: "Products" },
  { name: "status", label: "Status" },
  { name: "next", label: "Next order" },
  { name: "frequency", label: "Frequency" },
  { name: "amount", label: "Amount" },
  { name: "plan", label: "Plan" },
] as const;

export type ColumnName = (typeof COLUMN_CHOICES)[number]["name"];

/** Columns shown to everybody who has chosen nothing. */
const USUAL_COLUMNS: readonly ColumnName[] = ["products", "status", "next", "frequency", "amount", "plan"];

/** The chosen columns in the order of the list; names that no longer exist are dropped. */
export const toColumns = (chosen: readonly string[] | null): ColumnName[] =>
  COLUMN_CHOICES.map(({ name }) => name).filter((name) => (chosen ?? USUAL_COLUMNS).includes(name));
