import { z } from "zod";
import { amount, count, DAYS_EXAMPLE, days, number } from "./record-parts";

const ended = {
  contracts: count,
  mrr: amount.meta({ description: "MRR lost with these contracts" }),
  previousContracts: count.meta({ description: "For the preceding period of equal length" }),
};
export const churnRecord = z
  .object({
    ...days,
    numbers: z.array(number),
    reasons: z.array(
      z.object({
        reason: z.string(),
        saved: count.meta({
          description: "Customers who gave this reason and then took an offer instead of cancelling",
        }),
        ...ended,
      }),
    ),
    ages: z.array(
      z.object({ months: count.meta({ description: "Whole months from start to end" }), ...ended }),
    ),
    /** A contract with several products counts for each. */
    products: z.array(z.object({ productId: z.int(), title: z.string().nullable(), ...ended })),
    saved: z.array(z.object({ offer: z.string(), ...ended })).meta({
      description:
        "Cancellations averted by an offer (SKIP, PAUSE, DISCOUNT); mrr: MRR of these contracts at that time",
    }),
  })
  .meta({ id: "AnalyticsChurn", description: "Contracts that ended" });
export type Churn = z.output<typeof churnRecord>;

export const CHURN_EXAMPLE: Churn = {
  ...DAYS_EXAMPLE,
  numbers: [{ name: "churnedContracts", value: 13, previous: 14, listUrl: null }],
  reasons: [
    { reason: "I have too much", saved: 3, contracts: 8, mrr: 240, previousContracts: 9 },
    { reason: "Payment failed", saved: 0, contracts: 5, mrr: 160, previousContracts: 5 },
  ],
  ages: [
    { months: 0, contracts: 3, mrr: 90, previousContracts: 2 },
    { months: 4, contracts: 10, mrr: 310, previousContracts: 12 },
  ],
  products: [
    { productId: 7_000_000_301, title: "House Blend", contracts: 13, mrr: 400, previousContracts: 14 },
  ],
  saved: [{ offer: "SKIP", contracts: 3, mrr: 84, previousContracts: 1 }],
};
