/** Outcomes of edits of the contract's contents. */
export const EDIT_BANNERS = [
  "line_swapped",
  "line_added",
  "line_removed",
  "plan_changed",
  "method_changed",
  "note_saved",
  "paused_until",
] as const;
type EditBanner = (typeof EDIT_BANNERS)[number];

/** Portal texts for changing the contents of a subscription. */
export type EditTexts = {
  /** What an order costs before and after an edit: heading and two rows. */
  each: string;
  before: string;
  after: string;
  /** An amount beside a choice: "€12.00 an order". */
  perOrder(amount: string): string;
  choose: string;
  swap: { title: string; none: string; confirm: string };
  add: { intro: string; inEach: string };
  remove: { title: string; intro: string };
  plan: { title: string; legend: string; none: string };
  method: { title: string; use: string };
  note: { title: string; hint: string; field: string };
  /** A pause that ends by itself. */
  pause: { action: string; title: string; intro(date: string): string; field: string; hint: string };
  /** A choice that was on the page is no longer available. */
  gone: string;
  done: Record<EditBanner, () => string>;
};
