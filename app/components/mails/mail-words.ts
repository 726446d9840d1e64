const KIND_WORDS: Record<string, string> = {
  portal_link: "Portal link",
  payment_update_asked: "Payment update, to the customer",
  payment_update_wanted: "Payment update, to the shop",
};

export const toMailKindWords = (kind: string): string => KIND_WORDS[kind] ?? kind;
/** QUEUED is the word of an order, too; of a mail it means this. */
export const MAIL_WAITS = "Waiting";
