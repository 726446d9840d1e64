import { z } from "zod";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { currencyCode, DAYS_EXAMPLE, day, days, number } from "./record-parts";

export const overviewRecord = z
  .object({
    ...days,
    previousFrom: day,
    previousTo: day,
    wholeFrom: day.nullable().meta({
      description:
        "First day from which every change is counted; earlier days are counted as far as the history goes back. Null until counting has finished",
    }),
    currencies: z.array(currencyCode).meta({ description: "All currencies with numbers" }),
    numbers: z.array(number),
  })
  .meta({
    id: "AnalyticsOverview",
    description: "Key numbers of a period",
  });
export type Overview = z.output<typeof overviewRecord>;

const CONTRACTS = `${MERCHANT}/subscription-contract-details`;
export const OVERVIEW_EXAMPLE: Overview = {
  ...DAYS_EXAMPLE,
  previousFrom: "2026-01-30",
  previousTo: "2026-02-28",
  wholeFrom: "2025-11-02",
  currencies: ["EUR"],
  numbers: [
    { name: "mrr", value: 12_480.5, previous: 11_990.25, listUrl: null },
    { name: "activeContracts", value: 418, previous: 402, listUrl: `${CONTRACTS}?status=ACTIVE` },
    { name: "contractChurnRate", value: 0.031, previous: 0.034, listUrl: null },
  ],
};
