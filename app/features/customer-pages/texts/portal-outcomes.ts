import { EDIT_BANNERS } from "./edits/edit-texts";
import { PAYMENT_BANNERS } from "./payments/payment-texts";

/** Outcomes of all actions, carried in the next page's address (`done=`); each has a portal text. */
export const PORTAL_BANNERS = [
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
  ...PAYMENT_BANNERS,
  ...EDIT_BANNERS,
] as const;
export type PortalBanner = (typeof PORTAL_BANNERS)[number];

/** The portal's own cancellation reasons, for shops without a list of their own. */
export const CANCEL_REASON_IDS = ["too_much", "break", "too_expensive", "not_right", "other"] as const;
export type CancelReasonId = (typeof CANCEL_REASON_IDS)[number];
