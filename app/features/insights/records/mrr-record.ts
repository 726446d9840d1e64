import { z } from "zod";
import { amount, currencyCode, day, interval } from "./record-parts";

export const mrrRecord = z
  .object({
    currencyCode,
    interval,
    openingMrr: amount.meta({ description: "MRR before the first point" }),
    /** Losses are positive numbers. */
    points: z.array(
      z.object({
        date: day.meta({ description: "First day of the interval" }),
        mrr: amount.meta({ description: "MRR at the end of the interval" }),
        new: amount,
        expansion: amount,
        contraction: amount,
        churned: amount,
        reactivated: amount,
      }),
    ),
  })
  .meta({
    id: "AnalyticsMrr",
    description: "MRR over time and its movements",
  });
export type MrrSeries = z.output<typeof mrrRecord>;

export const MRR_EXAMPLE: MrrSeries = {
  currencyCode: "EUR",
  interval: "MONTH",
  openingMrr: 11_200,
  points: [
    {
      date: "2026-02-01",
      mrr: 11_990.25,
      new: 1200.25,
      expansion: 90,
      contraction: 150,
      churned: 380,
      reactivated: 30,
    },
    {
      date: "2026-03-01",
      mrr: 12_480.5,
      new: 910.25,
      expansion: 45,
      contraction: 65,
      churned: 400,
      reactivated: 0,
    },
  ],
};
