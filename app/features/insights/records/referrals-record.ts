import { z } from "zod";
import { DAYS_EXAMPLE, days, number, previousAmount } from "./record-parts";

export const referralsRecord = z
  .object({
    ...days,
    numbers: z.array(number),
    codes: z.array(
      z.object({
        kind: z.enum(["CODE", "REFERRAL", "NONE"]).meta({
          description: "REFERRAL: all codes of the referral programme; NONE: discounts without a code",
        }),
        code: z.string().nullable(),
        orders: z.int(),
        amount: z.number().meta({ description: "Total discount on these orders" }),
        previousOrders: z.int(),
        previousAmount,
      }),
    ),
  })
  .meta({
    id: "AnalyticsReferrals",
    description: "Referrals, and discount codes of paid orders",
  });
export type ReferralsAndCodes = z.output<typeof referralsRecord>;

const CODE = { orders: 18, amount: 52.2, previousOrders: 11, previousAmount: 31.9 };
export const REFERRALS_EXAMPLE: ReferralsAndCodes = {
  ...DAYS_EXAMPLE,
  numbers: [{ name: "acceptedFriends", value: 12, previous: 7, listUrl: null }],
  codes: [
    { kind: "CODE", code: "SPRING-10", ...CODE },
    { kind: "REFERRAL", code: null, ...CODE },
  ],
};
