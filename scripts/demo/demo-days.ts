import { DAY_MS } from "~/lib/days";

/** Days of 24 hours, parts of them too: what happened in the demo shop needs no calendar. */
export const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);
export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / DAY_MS;
