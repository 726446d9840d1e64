/**
 * Why an offer was not accepted, as far as this is disclosed. `not_eligible` covers one's own e-mail, a customer's
 * e-mail and one already referred; nobody learns which.
 */
export type AcceptanceRefusal = "unknown_token" | "programme_inactive" | "not_eligible";
