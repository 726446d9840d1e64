/** Outcomes of a payment or of a change of card, carried in the next page's address (`done=`). */
const PAYMENT_NOTICES = [
  "pay_paid",
  "pay_failed",
  "pay_open",
  "pay_waiting",
  "card_changed",
  "card_kept",
  "card_waiting",
  "card_paid",
  "card_failed",
  "card_open",
] as const;
export type PaymentNotice = (typeof PAYMENT_NOTICES)[number];

/** Outcomes of edits of the contract's contents. */
const EDIT_NOTICES = [
  "line_swapped",
  "line_added",
  "line_removed",
  "plan_changed",
  "method_changed",
  "note_saved",
  "paused_until",
] as const;
export type EditNotice = (typeof EDIT_NOTICES)[number];

/** Outcomes of all actions, carried in the next page's address (`done=`); the portal texts say each. */
export const CONTRACT_NOTICES = [
  "skipped",
  "unskipped",
  "rescheduled",
  "paused",
  "resumed",
  "cancelled",
  "reactivated",
  "address",
  "frequency",
  "quantity",
  "attributes",
  "line_skipped",
  "line_unskipped",
  "code_applied",
  "code_removed",
  "product_added",
  "product_removed",
  "payment_mail",
  "ordered",
  "order_declined",
  "order_asks_bank",
  "order_under_way",
  ...PAYMENT_NOTICES,
  ...EDIT_NOTICES,
] as const;
export type ContractNotice = (typeof CONTRACT_NOTICES)[number];

/** Reasons for a refusal, each with a text for customers. */
export type RefusalText =
  | "conflict"
  | "stale"
  | "switched_off"
  | "invalid"
  | "too_many"
  | "unavailable"
  | "fault"
  | "last_item"
  | "same_frequency"
  | "min_cycles"
  | "friends_today";

/** Errors of a single field. */
export type FieldProblem =
  | "required"
  | "invalid"
  | "too_long"
  | "postcode"
  | "province"
  | "phone"
  | "date"
  | "date_soon"
  | "date_far"
  | "date_end"
  | "number"
  | "choose"
  | "code_unknown"
  | "code_expired"
  | "code_not_started"
  | "code_used_up"
  | "code_not_for_products"
  | "code_applied"
  | "code_second"
  | "duplicate"
  | "reserved";

/** The portal's own cancellation reasons, for shops without a list of their own. */
export const CANCEL_REASON_IDS = ["too_much", "break", "too_expensive", "not_right", "other"] as const;
export type CancelReasonId = (typeof CANCEL_REASON_IDS)[number];
