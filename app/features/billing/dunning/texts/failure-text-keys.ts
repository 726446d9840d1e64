/** Texts for customers about a failed payment, once per language: a missing text does not compile. */
export type FailureTexts = {
  subject(shop: string): string;
  endedSubject(shop: string): string;
  /** Only the customer can act. */
  act: string;
  /** It is tried again automatically, on a day. */
  retry(day: string): string;
  /** The card must not be used again; the text says no more than that. */
  blocked: string;
  paused: string;
  cancelled: string;
  skipped: string;
  stopped: string;
};
