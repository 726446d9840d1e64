/**
 * Why an offer was not accepted, as far as anybody is told: `not_eligible` is one's own e-mail, a customer's and one
 * that has been referred, and nobody learns which.
 */
export type AcceptanceRefusal = "unknown_token" | "programme_inactive" | "not_eligible";
