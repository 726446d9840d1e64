/** What stands for a name that was erased. */
export const ERASED_NAME = "Erased customer";
