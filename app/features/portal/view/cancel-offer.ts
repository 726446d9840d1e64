/** The offer for the chosen reason, as a customer can take it. */
export type CancelOfferView =
  | { kind: "SKIP"; date: string; attemptId: number }
  | { kind: "PAUSE" }
  | { kind: "DISCOUNT"; value: string; limits: string; code: string };
