/** 24 hours, for adding to an instant. A calendar day can be an hour shorter or longer. */
export const DAY_MS = 24 * 3600 * 1000;
