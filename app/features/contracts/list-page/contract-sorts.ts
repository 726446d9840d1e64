/**
 * A header's link reverses its own sort; another column starts with the usual one: largest amount first, else
 * ascending.
 */
export function toNextSort(column: string, current: string): string {
  const first = column === "order_amount" ? "desc" : "asc";
  const other = first === "asc" ? "desc" : "asc";
  return `${column},${current === `${column},${first}` ? other : first}`;
}

/** Every sort of the list, for the menu, including those without a column. */
export const SORT_CHOICES: { value: string; label: string }[] = [
  { value: "created_at,desc", label: "Newest first" },
  { value: "created_at,asc", label: "Oldest first" },
  { value: "updated_at,desc", label: "Last changed first" },
  { value: "updated_at,asc", label: "Longest unchanged first" },
  { value: "next_billing_date,asc", label: "Next order, soonest first" },
  { value: "next_billing_date,desc", label: "Next order, latest first" },
  { value: "customer_name,asc", label: "Customer, A–Z" },
  { value: "customer_name,desc", label: "Customer, Z–A" },
  { value: "order_amount,desc", label: "Amount, highest first" },
  { value: "order_amount,asc", label: "Amount, lowest first" },
  { value: "order_name,asc", label: "First order, ascending" },
  { value: "order_name,desc", label: "First order, descending" },
  { value: "status,asc", label: "Status, A–Z" },
  { value: "status,desc", label: "Status, Z–A" },
  { value: "subscription_contract_id,asc", label: "Contract number, ascending" },
  { value: "subscription_contract_id,desc", label: "Contract number, descending" },
  { value: "id,asc", label: "Record, first to last" },
  { value: "id,desc", label: "Record, last to first" },
];
