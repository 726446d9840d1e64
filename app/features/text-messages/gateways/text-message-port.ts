/** A text message for a gateway. */
type OutgoingText = {
  /** E.164. */
  to: string;
  text: string;
  /** The same at every try: the gateway does not send a message again that it has already. */
  key: string;
};

/** refused: for good, such as a number that does not exist. later: another try may succeed. */
export type TextOutcome = { state: "sent" } | { state: "refused" | "later"; reason: string };

/** Sends text messages. It does not throw for an answer, nor for a missing one. */
export type TextMessageGateway = { send(message: OutgoingText): Promise<TextOutcome> };
