import { z } from "zod";
import { DECLINE_CLASSES } from "~db/schema/charge-enums";
import { amount, count, DAYS_EXAMPLE, day, days, interval } from "./record-parts";

/** The amount of failed and lost orders is that of their first try. */
const payments = z.object({ orders: count, amount });
const allPayments = {
  paid: payments,
  failed: payments,
  recovered: payments,
  lost: payments,
  refunded: payments.meta({
    description: "Refunds by the day they were made; an order refunded in two parts counts twice",
  }),
};
export const paymentsRecord = z
  .object({
    ...days,
    interval,
    recoveryRate: z.number().nullable().meta({ description: "Recovered ÷ (recovered + lost) orders" }),
    total: z.object(allPayments),
    points: z.array(z.object({ date: day, ...allPayments })),
    codes: z
      .array(
        z.object({
          code: z.string().nullable(),
          class: z.enum(DECLINE_CLASSES).nullable(),
          failed: payments,
          recovered: payments,
          lost: payments,
          recoveryRate: z.number().nullable(),
        }),
      )
      .meta({ description: "By the code of the order's first failed attempt; class: who has to act" }),
  })
  .meta({ id: "AnalyticsPayments", description: "Payments over time" });
export type PaymentsSeries = z.output<typeof paymentsRecord>;

const MARCH = {
  paid: { orders: 410, amount: 12_105.5 },
  failed: { orders: 22, amount: 640 },
  recovered: { orders: 15, amount: 440 },
  lost: { orders: 5, amount: 160 },
  refunded: { orders: 2, amount: 49.8 },
};
export const PAYMENTS_EXAMPLE: PaymentsSeries = {
  ...DAYS_EXAMPLE,
  interval: "MONTH",
  recoveryRate: 0.75,
  total: MARCH,
  points: [{ date: "2026-03-01", ...MARCH }],
  codes: [
    {
      code: "INSUFFICIENT_FUNDS",
      class: "later",
      failed: { orders: 22, amount: 640 },
      recovered: { orders: 15, amount: 440 },
      lost: { orders: 5, amount: 160 },
      recoveryRate: 0.75,
    },
  ],
};
