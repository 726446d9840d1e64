/** Units of a frequency, to choose behind a number. */
export const INTERVAL_UNITS: { value: "DAY" | "WEEK" | "MONTH" | "YEAR"; label: string }[] = [
  { value: "DAY", label: "days" },
  { value: "WEEK", label: "weeks" },
  { value: "MONTH", label: "months" },
  { value: "YEAR", label: "years" },
];
