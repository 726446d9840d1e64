const KIND_WORDS: Record<string, string> = {
  portal_link: "Portal link",
  payment_update_asked: "Payment update, to the customer",
  payment_update_wanted: "Payment update, to the shop",
};

export const toMailKindWords = (kind: string): string => KIND_WORDS[kind] ?? kind;

/** A mail's state where the word of an order, or of a mail that has left, would mislead; else undefined. */
export const findMailStatusWord = (status: string, hasServer: boolean): string | undefined =>
  status === "QUEUED" ? "Waiting" : status === "SENT" && !hasServer ? "Kept here" : undefined;
