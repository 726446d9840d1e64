/** A text message for a gateway. */
type OutgoingText = {
  /** E.164. */
  to: string;
  text: string;
  /** The same at every try, so that the gateway does not send a message twice. */
  key: string;
};

/** refused: for good, such as a number that does not exist. later: another try may succeed. */
export type TextOutcome = { state: "sent" } | { state: "refused" | "later"; reason: string };

/** Sends text messages. A refusal or a missing answer is an outcome, not an error. */
export type TextMessageGateway = { send(message: OutgoingText): Promise<TextOutcome> };
