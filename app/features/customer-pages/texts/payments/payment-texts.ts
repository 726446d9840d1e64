/** Outcomes of a payment or of a change of card, carried in the next page's address (`done=`). */
export const PAYMENT_BANNERS = [
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
type PaymentBanner = (typeof PAYMENT_BANNERS)[number];

/** Portal texts about payments; amounts and dates are passed in formatted. */
export type PaymentTexts = {
  failed(amount: string, date: string): string;
  /** What happens next, by who has to act. */
  act: string;
  bank: string;
  retry(date: string): string;
  checking(amount: string): string;
  payNow(amount: string): string;
  another: string;
  /** When there is no payment method yet. */
  addCard: string;
  /** Title of the page for choosing another card. */
  title: string;
  intro: string;
  also: string;
  /** On the sign-in page, after a long absence. */
  away: string;
  done: Record<PaymentBanner, () => string>;
};
