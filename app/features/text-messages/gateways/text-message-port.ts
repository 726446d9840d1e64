/** A text message for a gateway. */
type OutgoingText = {
  /** E.164. */
  to: string;
  text: string;
  /** The same at every try: one that the gateway has already is not sent again. */
  key: string;
};

/** refused: for good, such as a number that does not exist. later: it may be taken at another try. */
export type TextOutcome = { state: "sent" } | { state: "refused" | "later"; reason: string };

/** Who sends text messages. It never throws for an answer, or for none. */
export type TextMessageGateway = { send(message: OutgoingText): Promise<TextOutcome> };
