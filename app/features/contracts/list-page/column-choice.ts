/** Columns of the contract list that each person may show or not; the customer always stands first. */
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

/** What everybody sees who has chosen nothing. */
const USUAL_COLUMNS: readonly ColumnName[] = ["products", "status", "next", "frequency", "amount", "plan"];

/** What was chosen, in the order of the list; names that it does not know any more are left out. */
export const toColumns = (chosen: readonly string[] | null): ColumnName[] =>
  COLUMN_CHOICES.map(({ name }) => name).filter((name) => (chosen ?? USUAL_COLUMNS).includes(name));
