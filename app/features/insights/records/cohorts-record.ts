import { z } from "zod";
import { amount, count, DAYS_EXAMPLE, day, days } from "./record-parts";

export const cohortsRecord = z
  .object({
    ...days,
    cohorts: z.array(
      z.object({
        month: day.meta({ description: "First day of the month in which its contracts started" }),
        contracts: count.meta({ description: "Number of contracts that started" }),
        mrr: amount.meta({ description: "MRR of the contracts at their start" }),
        months: z.array(
          z.object({
            month: day,
            age: count.meta({ description: "Months since the cohort's month" }),
            contracts: count.meta({ description: "Contracts active or paused at the end of the month" }),
            mrr: amount,
          }),
        ),
      }),
    ),
  })
  .meta({
    id: "AnalyticsCohorts",
    description: "Retention of contracts and revenue",
  });
export type Cohorts = z.output<typeof cohortsRecord>;

export const COHORTS_EXAMPLE: Cohorts = {
  ...DAYS_EXAMPLE,
  from: "2026-02-01",
  to: "2026-03-31",
  cohorts: [
    {
      month: "2026-02-01",
      contracts: 40,
      mrr: 1200.25,
      months: [
        { month: "2026-02-01", age: 0, contracts: 39, mrr: 1170.25 },
        { month: "2026-03-01", age: 1, contracts: 36, mrr: 1080.25 },
      ],
    },
    {
      month: "2026-03-01",
      contracts: 31,
      mrr: 910.25,
      months: [{ month: "2026-03-01", age: 0, contracts: 31, mrr: 955.25 }],
    },
  ],
};
