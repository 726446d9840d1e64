/**
 * Breakdowns of orders in the insights (docs/insights.md): by what they sold, country, discount, code of the first
 * failure, and who has to act on that (`declineClass`). Pure: the browser loads this.
 */
const ORDER_PARTS = [
  "product",
  "variant",
  "plan",
  "country",
  "bundle",
  "code",
  "failure",
  "declineClass",
] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

/**
 * Orders of one part. @field value as in the facts (fact-parts.server.ts); "" means none: without a plan, not in the
 * catalogue
 */
export type PartOfOrders = { by: OrderPart; value: string };

/** Whether the part's value is an id of the catalogue. */
export const isIdPart = (by: OrderPart): boolean => by === "product" || by === "variant";

/** Its name in addresses and saved views, which keep an older one for decline classes. */
export const toPartName = (part: OrderPart): string => (part === "declineClass" ? "act" : part);

export const findOrderPart = (name: string | undefined): OrderPart | null =>
  ORDER_PARTS.find((part) => toPartName(part) === name) ?? null;
