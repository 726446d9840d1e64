/** Units of a frequency. */
export const UNIT_NAMES = { DAY: "Days", WEEK: "Weeks", MONTH: "Months", YEAR: "Years" } as const;

/** To choose one by itself. */
export const UNIT_OPTIONS = Object.entries(UNIT_NAMES).map(([value, label]) => ({ value, label }));

/** To choose one behind a number. */
export const INTERVAL_UNITS = UNIT_OPTIONS.map(({ value, label }) => ({ value, label: label.toLowerCase() }));
