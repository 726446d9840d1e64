import { z } from "zod";
import { INTERVALS_OF_TIME } from "~/features/insights/definitions/day-range";
import { NUMBER_NAMES } from "~/features/insights/definitions/numbers";

export const day = z.iso.date();
export const amount = z.number();
export const count = z.int();
export const currencyCode = z.string().length(3);
export const interval = z.enum(INTERVALS_OF_TIME);
export const days = { from: day, to: day, currencyCode };

export const number = z
  .object({
    name: z.enum(NUMBER_NAMES),
    value: z.number().nullable(),
    previous: z.number().nullable(),
    listUrl: z.string().nullable(),
  })
  .meta({
    id: "AnalyticsNumber",
    description: "A number for a period, and for the preceding period of equal length",
  });
/** @field listUrl of the API, whose X-Total-Count is the value; null: no list counts it */
export type OverviewNumber = z.output<typeof number>;

export const previousAmount = amount.meta({ description: "For the preceding period of equal length" });

export const DAYS_EXAMPLE = { from: "2026-03-01", to: "2026-03-30", currencyCode: "EUR" };
