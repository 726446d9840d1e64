import { z } from "zod";

/**
 * Earlier and later days are typing errors. Besides, the day after 9999-12-31 has no year of four digits in ISO 8601,
 * and some time zones have the first hours of 0001-01-01 in a year 0 that Postgres does not know.
 */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2999-12-31";

/** @param day of the form `2026-11-21` */
export const isUsualDay = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** A day of the calendar as date fields and addresses of pages send it: `2026-11-21`. */
export const calendarDay = () =>
  z.iso
    .date({ error: "Choose a day.", abort: true })
    .refine(isUsualDay, `Choose a day from ${FIRST_DAY} to ${LAST_DAY}.`);

/** An instant of such a day, as our own pages send it back: `2026-11-21T09:30:00.000Z`. */
export const calendarInstant = () =>
  z.iso
    .datetime({ abort: true })
    .refine((text) => isUsualDay(text.slice(0, 10)))
    .transform((text) => new Date(text));

const schema = calendarDay();
/** Whether a text is such a day. */
export const isCalendarDay = (text: string): boolean => schema.safeParse(text).success;
