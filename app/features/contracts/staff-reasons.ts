/** Reasons for a cancellation by staff, as their form offers them; the first means that none is given. */
export const STAFF_REASONS = ["", "Too expensive", "Has too much", "Not satisfied", "Moving away", "Other"];
