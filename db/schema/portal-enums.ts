/** Enums of the portal's settings, apart from their table: pages need the values, not the table definition. */
export const PORTAL_LANGUAGES = ["en", "de", "fr", "es", "ja"] as const;

/** What a customer may do in the portal; the merchant switches each on or off (design.md "Portal"). */
export const PORTAL_ACTIONS = [
  "skip",
  "reschedule",
  "pause",
  "resume",
  "cancel",
  "reactivate",
  "address",
  "frequency",
  "quantity",
  "attributes",
  "skip_line",
  "discount_code",
  "one_time_products",
  "payment_update",
  "order_now",
  "payment_method",
] as const;

/** What a customer who is about to cancel is offered instead, by their reason. */
export const CANCEL_OFFERS = ["NONE", "SKIP", "PAUSE", "DISCOUNT"] as const;
