/** Who has to act before a declined order can be paid (docs/design.md "Money"). */
export const DECLINE_CLASSES = ["later", "customer", "merchant", "never"] as const;

/**
 * States of one try. REQUESTING: stored, sent or about to be. PENDING: the gateway has not decided. UNKNOWN: it may or
 * may not have been charged. CHALLENGE: the customer's bank asks for confirmation. REFUSED: certainly not charged, not
 * counted.
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

/** States that are not final. A challenge is over for us, but the customer may have answered their bank. */
export const OPEN_TRY_STATES = [
  "REQUESTING",
  "PENDING",
  "UNKNOWN",
  "CHALLENGE",
] as const satisfies readonly (typeof TRY_STATES)[number][];

/** What happens to the contract, or to the order alone, after the last try. */
export const END_ACTIONS = ["pause", "skip", "cancel", "fail"] as const;

export const GATEWAYS = ["none", "test", "stripe"] as const;
