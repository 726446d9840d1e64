/** Stands in place of an erased name. */
export const ERASED_NAME = "Erased customer";
