/**
 * What orders are told apart by in the insights (docs/insights.md): what they sold, where to, with which discount; what
 * their first try failed with, and who has to act on that. Pure: the browser loads this.
 */
const ORDER_PARTS = ["product", "variant", "plan", "country", "bundle", "code", "failure", "act"] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

/** Orders of one part. @field value as the facts have it (fact-parts.server.ts); "" is none of them: without a plan, not in the catalogue */
export type PartOfOrders = { by: OrderPart; value: string };

/** Parts whose value is a number of the catalogue. */
export const isIdPart = (by: OrderPart): boolean => by === "product" || by === "variant";

export const findOrderPart = (text: string | undefined): OrderPart | null =>
  ORDER_PARTS.find((part) => part === text) ?? null;
