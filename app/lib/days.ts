/** A day of 24 hours: what is added to an instant. Days of the calendar can be an hour shorter or longer. */
export const DAY_MS = 24 * 3600 * 1000;
