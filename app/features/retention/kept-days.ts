/**
 * Retention periods in days that a shop may set (docs/privacy.md "How long data is kept"): default, minimum and
 * maximum. Pure: the browser loads this.
 *
 * @field usual null: for ever
 * @field note when the period begins, and what else is deleted
 */
export const KEPT_DAYS = {
  mails: {
    label: "Mails",
    usual: 90,
    least: 7,
    most: 730,
    note: "From the end of their sending. What was sent to a customer, and whether it arrived.",
  },
  textMessages: {
    label: "Text messages",
    usual: 90,
    least: 7,
    most: 730,
    note: "From the end of their sending, with what they said.",
  },
  notices: {
    label: "Notices",
    usual: 90,
    least: 30,
    most: 730,
    note: "From their writing. Which notices a customer got, and why others were not sent.",
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
  auditLog: {
    label: "Audit log",
    usual: null,
    least: 90,
    most: 3650,
    note: "From the entry. Who signed in, and who changed staff, keys, settings, bundles, codes and imports.",
  },
} as const satisfies Record<
  string,
  { label: string; usual: number | null; least: number; most: number; note: string }
>;

export type KeptName = keyof typeof KEPT_DAYS;
export const KEPT_NAMES = Object.keys(KEPT_DAYS) as KeptName[];

/** The default as a form names it. */
export const toUsualText = (name: KeptName): string => {
  const { usual } = KEPT_DAYS[name];
  return usual === null ? "for ever" : `the usual ${usual}`;
};

/** Days by name; null = the default, whatever it becomes. */
export type KeptDays = Record<KeptName, number | null>;
