import { DAY_MS } from "~/lib/days";

/** Days of 24 hours, including fractions: the demo shop's past needs no calendar. */
export const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);
export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / DAY_MS;
