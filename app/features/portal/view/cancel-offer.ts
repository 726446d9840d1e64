/** What is offered for the reason given, as a customer can take it. */
export type CancelOfferView =
  | { kind: "SKIP"; date: string; attemptId: number }
  | { kind: "PAUSE" }
  | { kind: "DISCOUNT"; value: string; code: string };
