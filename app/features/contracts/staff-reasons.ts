/** Why staff end a contract, as their form offers it; the first says nothing. */
export const STAFF_REASONS = ["", "Too expensive", "Has too much", "Not satisfied", "Moving away", "Other"];
