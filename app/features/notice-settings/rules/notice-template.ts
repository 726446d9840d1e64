import { isReminder, type NoticeChannel, type NoticeKind } from "./notice-kinds";

/** The variables of notices, with their labels in the editor. */
export const VARIABLES = {
  customer_name: "Customer’s name",
  shop_name: "Shop’s name",
  contract_number: "Contract’s number",
  products: "Products with quantities",
  amount: "What an order costs",
  frequency: "How often",
  next_order_date: "Date of the next order",
  address: "Delivery address",
  order_date: "Date of this order",
  order_name: "Name of this order",
  card: "Card that pays",
  good_for: "How long the link works",
  what_happened: "What became of the payment",
  what_to_do: "What comes next, and what can be done",
  portal_address: "Address of the portal",
} as const;
export type Variable = keyof typeof VARIABLES;
export type VariableValues = Readonly<Record<Variable, string>>;

const ABOUT_AN_ORDER: ReadonlySet<NoticeKind> = new Set([
  "upcoming_order",
  "order_paid",
  "payment_failed",
  "skipped",
]);

/** The variables that have a value in this notice and channel. */
export function variablesOf(kind: NoticeKind, channel: NoticeChannel): Variable[] {
  if (kind === "portal_link") return ["customer_name", "shop_name", "good_for"];
  return (Object.keys(VARIABLES) as Variable[]).filter((name) => {
    // A mail has a button instead, with a link that signs its reader in.
    if (name === "portal_address") return channel === "SMS";
    if (name === "good_for") return false;
    if (name === "what_happened" || name === "what_to_do") return kind === "payment_failed";
    if (name === "order_date") return ABOUT_AN_ORDER.has(kind);
    if (name === "order_name") return kind === "order_paid";
    return name !== "card" || kind === "card_expiring" || !isReminder(kind);
  });
}

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Names in braces that this notice does not know, without duplicates, as written. */
export function findUnknownVariables(kind: NoticeKind, channel: NoticeChannel, text: string): string[] {
  const known = new Set<string>(variablesOf(kind, channel));
  const named = [...text.matchAll(BRACES)].map(([, name = ""]) => name.trim());
  return [...new Set(named.filter((name) => !known.has(name)))];
}

const MOST_SHOWN = 40;

/**
 * Braces that are left when the variables are taken out, each with the words beside it: `{{customer_name}, bye`.
 * Customers would read them.
 */
export const findBrokenVariables = (text: string): string[] =>
  text
    .replaceAll(BRACES, "\n")
    .split("\n")
    .filter((part) => /\{\{|\}\}/.test(part))
    .map((part) => part.trim().slice(0, MOST_SHOWN));

/** Replaces the variables of a text. Values are never read as variables themselves. */
export const fillIn = (text: string, values: Partial<VariableValues>): string =>
  text.replaceAll(BRACES, (_, name: string) => values[name.trim() as Variable] ?? "");

/** Paragraphs are separated by empty lines. */
export const toParagraphs = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
