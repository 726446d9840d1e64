/**
 * What a shop may decide for how many days it keeps (docs/privacy.md "How long data is kept"): the usual days, the fewest
 * and the most. Pure: the browser loads this.
 *
 * @field note from when the days count, and what goes with them
 */
export const KEPT_DAYS = {
  mails: {
    label: "Mails",
    usual: 90,
    least: 7,
    most: 730,
    note: "From their writing. What was sent to a customer, and whether it arrived.",
  },
  textMessages: {
    label: "Text messages",
    usual: 90,
    least: 7,
    most: 730,
    note: "From their writing, with what they said.",
  },
  notices: {
    label: "Notices",
    usual: 90,
    least: 30,
    most: 730,
    note: "From their writing. What a customer was told of, and why not.",
  },
  portalLinks: {
    label: "Portal links",
    usual: 90,
    least: 7,
    most: 730,
    note: "From their end. Which links were given out, and by whom.",
  },
  importErrors: {
    label: "Rows that an import could not read",
    usual: 90,
    least: 1,
    most: 730,
    note: "From the end of the import. They hold values from the file.",
  },
} as const satisfies Record<
  string,
  { label: string; usual: number; least: number; most: number; note: string }
>;

export type KeptName = keyof typeof KEPT_DAYS;
export const KEPT_NAMES = Object.keys(KEPT_DAYS) as KeptName[];

/** Days for each; null = the usual ones, whatever these come to be. */
export type KeptDays = Record<KeptName, number | null>;
