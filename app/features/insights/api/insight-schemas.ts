import { z } from "zod";
import { INTERVALS_OF_TIME } from "~/features/insights/definitions/day-range";
import { NUMBER_NAMES } from "~/features/insights/definitions/numbers";
import type { Churn } from "~/features/insights/facts/churn.service.server";
import type { Cohorts } from "~/features/insights/facts/cohorts.service.server";
import type { MrrSeries } from "~/features/insights/facts/movements.service.server";
import type { Overview } from "~/features/insights/facts/overview.service.server";
import type { PaymentsSeries } from "~/features/insights/facts/payments.service.server";
import type { SoldProducts } from "~/features/insights/facts/products.service.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { DECLINE_CLASSES } from "~db/schema/charge-enums";

const day = z.iso.date();
const amount = z.number();
const count = z.int();
const currencyCode = z.string().length(3);
const interval = z.enum(INTERVALS_OF_TIME);
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

export const overviewSchema = z
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
  }) satisfies z.ZodType<Overview>;

export const DAYS = { from: "2026-03-01", to: "2026-03-30", currencyCode: "EUR" };
const CONTRACTS = `${MERCHANT}/subscription-contract-details`;
export const OVERVIEW_EXAMPLE: Overview = {
  ...DAYS,
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

export const mrrSchema = z
  .object({
    currencyCode,
    interval,
    openingMrr: amount.meta({ description: "MRR before the first point" }),
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
  }) satisfies z.ZodType<MrrSeries>;

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

export const cohortsSchema = z
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
  }) satisfies z.ZodType<Cohorts>;

export const COHORTS_EXAMPLE: Cohorts = {
  ...DAYS,
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

const ended = {
  contracts: count,
  mrr: amount.meta({ description: "MRR lost with these contracts" }),
  previousContracts: count.meta({ description: "For the preceding period of equal length" }),
};
export const churnSchema = z
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
    products: z.array(z.object({ productId: z.int(), title: z.string().nullable(), ...ended })),
    saved: z.array(z.object({ offer: z.string(), ...ended })).meta({
      description:
        "Cancellations averted by an offer (SKIP, PAUSE, DISCOUNT); mrr: MRR of these contracts at that time",
    }),
  })
  .meta({ id: "AnalyticsChurn", description: "Contracts that ended" }) satisfies z.ZodType<Churn>;

export const CHURN_EXAMPLE: Churn = {
  ...DAYS,
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

const payments = z.object({ orders: count, amount });
const allPayments = {
  paid: payments,
  failed: payments,
  recovered: payments,
  lost: payments,
  refunded: z.object({ orders: count, amount }).meta({
    description: "Refunds by the day they were made; an order refunded in two parts counts twice",
  }),
};
export const paymentsSchema = z
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
  .meta({ id: "AnalyticsPayments", description: "Payments over time" }) satisfies z.ZodType<PaymentsSeries>;

const MARCH = {
  paid: { orders: 410, amount: 12_105.5 },
  failed: { orders: 22, amount: 640 },
  recovered: { orders: 15, amount: 440 },
  lost: { orders: 5, amount: 160 },
  refunded: { orders: 2, amount: 49.8 },
};
export const PAYMENTS_EXAMPLE: PaymentsSeries = {
  ...DAYS,
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

export const previousAmount = amount.meta({ description: "For the preceding period of equal length" });
const sold = {
  orders: count,
  units: count,
  amount,
  previousAmount: previousAmount.nullable().meta({
    description:
      "For the preceding period of equal length; null if it is not known what the orders of that period sold",
  }),
};
const knownOrders = z.object({
  paid: count,
  known: count.meta({ description: "Orders whose lines are known; others were imported without lines" }),
});
export const productsSchema = z
  .object({
    ...days,
    orders: knownOrders.meta({ description: "Paid orders in this currency" }),
    previousOrders: knownOrders.meta({ description: "For the preceding period of equal length" }),
    products: z.array(z.object({ productId: z.int().nullable(), title: z.string().nullable(), ...sold })),
    variants: z.array(z.object({ variantId: z.int().nullable(), title: z.string().nullable(), ...sold })),
    plans: z.array(z.object({ plan: z.string().nullable(), ...sold })),
    countries: z.array(z.object({ countryCode: z.string().nullable(), ...sold })),
    bundles: z.array(z.object({ handle: z.string(), title: z.string().nullable(), ...sold })),
  })
  .meta({ id: "AnalyticsProducts", description: "Products sold" }) satisfies z.ZodType<SoldProducts>;

const SOLD = { orders: 300, units: 420, amount: 8400, previousAmount: 7920.5 };
export const PRODUCTS_EXAMPLE: SoldProducts = {
  ...DAYS,
  orders: { paid: 300, known: 300 },
  previousOrders: { paid: 284, known: 284 },
  products: [{ productId: 7_000_000_301, title: "House Blend", ...SOLD }],
  variants: [{ variantId: 42_000_000_007, title: "House Blend · 250 g", ...SOLD }],
  plans: [{ plan: "Every month", ...SOLD }],
  countries: [{ countryCode: "DE", ...SOLD }],
  bundles: [{ handle: "breakfast-box", title: "Breakfast box", ...SOLD }],
};
