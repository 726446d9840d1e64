import type { PaymentNotice } from "~/features/customer-pages/texts/portal-outcomes";

/** What the portal says about paying, once a language; amounts and dates come written. */
export type PaymentTexts = {
  failed(amount: string, date: string): string;
  /** What comes next, by who has to do something. */
  act: string;
  bank: string;
  retry(date: string): string;
  checking(amount: string): string;
  payNow(amount: string): string;
  another: string;
  /** Where there is no payment method yet. */
  addCard: string;
  /** Of the page where another card is chosen. */
  title: string;
  intro: string;
  also: string;
  /** Before the door, to who was away for too long. */
  away: string;
  done: Record<PaymentNotice, () => string>;
};
