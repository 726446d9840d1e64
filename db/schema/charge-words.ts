/** Who has to do something before an order that was declined can be paid (platform-and-billing §2.2). */
export const DECLINE_CLASSES = ["later", "customer", "merchant", "never"] as const;

/**
 * States of one try. REQUESTING: stored, sent or about to be. PENDING: the gateway has not decided. UNKNOWN: nobody knows
 * whether it was charged. CHALLENGE: the customer's bank wants them. REFUSED: surely not charged, and not counted.
 */
export const TRY_STATES = [
  "REQUESTING",
  "PENDING",
  "UNKNOWN",
  "CHALLENGE",
  "PAID",
  "DECLINED",
  "REFUSED",
] as const;

/** What becomes of a contract, or of the order alone, when no further try is to come. */
export const END_ACTIONS = ["pause", "skip", "cancel", "fail"] as const;

export const GATEWAYS = ["none", "test", "stripe"] as const;
