/** What customers are told of a failed payment, once a language: a text that is missing in any of them does not compile. */
export type FailureTexts = {
  subject(shop: string): string;
  endedSubject(shop: string): string;
  /** Only the customer can fix it. */
  act: string;
  /** It is tried again by itself, on a day. */
  retry(day: string): string;
  /** The card must not be used again; it says no more than that. */
  blocked: string;
  paused: string;
  cancelled: string;
  skipped: string;
  stopped: string;
};
