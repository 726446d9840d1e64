import type { PaymentNotice } from "~/features/customer-pages/texts/portal-outcomes";

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
  done: Record<PaymentNotice, () => string>;
};
