/** Enums of the portal's settings, separate from their table: pages need the values only. */
export const PORTAL_LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pt-BR",
  "pt-PT",
  "da",
  "sv",
  "nb",
  "fi",
  "pl",
  "cs",
  "ja",
  "ko",
  "zh-Hans",
  "zh-Hant",
  "tr",
  "ar",
] as const;

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
  "add_line",
  "remove_line",
  "swap_line",
  "change_plan",
  "order_note",
] as const;

/** Actions added after shops existed: off until the merchant turns them on; the others are on until turned off. */
export const ACTIONS_OFF_AT_FIRST: readonly (typeof PORTAL_ACTIONS)[number][] = [
  "order_now",
  "payment_method",
  "add_line",
  "remove_line",
  "swap_line",
  "change_plan",
  "order_note",
];

/** What customers may swap a line for, or add as one: variants of products they have, or whatever they may add once. */
export const LINE_CHOICES = ["SAME_PRODUCT", "OFFERED"] as const;

/** Offers to a customer who is about to cancel, by their reason. */
export const KEEPING_OFFERS = ["SKIP", "PAUSE", "DISCOUNT"] as const;
export const CANCEL_OFFERS = ["NONE", ...KEEPING_OFFERS] as const;
