/** The name a contract shows and is sorted by: first and last name; empty when the customer has neither. */
export const toCustomerName = (customer: { firstName: string | null; lastName: string | null }): string =>
  [customer.firstName, customer.lastName]
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "")
    .join(" ");
