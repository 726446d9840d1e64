import { z } from "zod";
import {
  insightParameters,
  intervalParameter,
  toInsightRange,
  toInterval,
} from "~/features/insights/api/insight-query.server";
import {
  CHURN_EXAMPLE,
  COHORTS_EXAMPLE,
  churnSchema,
  cohortsSchema,
  MRR_EXAMPLE,
  mrrSchema,
  OVERVIEW_EXAMPLE,
  overviewSchema,
  PAYMENTS_EXAMPLE,
  PRODUCTS_EXAMPLE,
  paymentsSchema,
  productsSchema,
} from "~/features/insights/api/insight-schemas";
import { REFERRALS_EXAMPLE, referralsSchema } from "~/features/insights/api/referral-schemas";
import { readChurn } from "~/features/insights/facts/churn.service.server";
import { readCohorts } from "~/features/insights/facts/cohorts.service.server";
import { readMrr } from "~/features/insights/facts/movements.service.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { readPayments } from "~/features/insights/facts/payments.service.server";
import { readProducts } from "~/features/insights/facts/products.service.server";
import { readReferrals } from "~/features/insights/facts/referrals.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";

const ANALYTICS = `${MERCHANT}/analytics`;
const range = z.object(insightParameters);
const series = z.object({ ...insightParameters, ...intervalParameter });
const shared = { tag: "Analytics", method: "GET", access: { apiKey: "contracts:read" } } as const;

export const getOverview = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsOverview",
  summary: "Numbers of some days",
  description:
    "Each beside the same number of as many days before. Money is of one currency, contracts, customers and orders are counted in all; rates are shares (0.05 = 5 %). `value` is null where a number has no meaning, such as a rate of nothing. `listUrl` is the list of this API with as many rows as `value` says; null where no list counts it. What was is kept: later changes do not change days that are over.",
  path: `${ANALYTICS}/overview`,
  query: range,
  response: overviewSchema,
  example: OVERVIEW_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readOverview(shop, asked.range, asked.today);
  },
});

export const getMrr = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsMrr",
  summary: "Monthly recurring revenue and what moved it",
  description:
    "Each point's `mrr` is the one before (of the first: `openingMrr`) + new + expansion + reactivated − contraction − churned. A pause is a contraction, resuming an expansion; contracts that are cancelled, run out or fail have churned.",
  path: `${ANALYTICS}/mrr`,
  query: series,
  response: mrrSchema,
  example: MRR_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readMrr(shop, asked.range, toInterval(query.interval, asked.range));
  },
});

export const getCohorts = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsCohorts",
  summary: "Contracts and revenue that stay, by the month they started in",
  description:
    "Whole months from that of `from` (default: eleven months before the last) to that of `to`. Of each month's contracts how many run, active or paused, at the end of each month since, and their MRR.",
  path: `${ANALYTICS}/cohorts`,
  query: range,
  response: cohortsSchema,
  example: COHORTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now, { months: 12 });
    return readCohorts(shop, asked.range);
  },
});

export const getChurn = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsChurn",
  summary: "Contracts that ended: why, how old, with which products",
  description:
    "Of contracts in the currency asked for; the numbers are those of the overview. At most 100 reasons and 100 products, those with the greatest MRR. `saved` are cancellations begun in the portal where the customer took what was offered instead.",
  path: `${ANALYTICS}/churn`,
  query: range,
  response: churnSchema,
  example: CHURN_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readChurn(shop, asked.range, asked.today);
  },
});

export const getPayments = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsPayments",
  summary: "Orders paid, failed, recovered and lost, and refunds",
  description:
    "In one currency. An order fails on the day of its first failed try, is recovered on the day it is paid after all (and counts as paid, too), is lost on the day it is given up. `codes` breaks them down by what the first try failed with. The amount of failed and lost ones is what was tried to be charged first.",
  path: `${ANALYTICS}/payments`,
  query: series,
  response: paymentsSchema,
  example: PAYMENTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readPayments(shop, asked.range, toInterval(query.interval, asked.range));
  },
});

export const getProducts = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsProducts",
  summary: "What paid orders sold: by product, variant, plan, country and bundle",
  description:
    "By the orders as they were sold, on the day they were paid, in one currency; amounts are lines after discounts, without delivery. The 100 with the greatest amount, of each. An order with several counts for each.",
  path: `${ANALYTICS}/products`,
  query: range,
  response: productsSchema,
  example: PRODUCTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readProducts(shop, asked.range);
  },
});

export const getReferrals = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsReferrals",
  summary: "Referrals, and the discount codes of paid orders",
  description:
    "Friends invited, links used, friends who joined, and rewards, as in the overview. `codes`: how many paid orders had each discount code and what it took off, in one currency; codes of the referral programme, each made for one person, are one row.",
  path: `${ANALYTICS}/referrals`,
  query: range,
  response: referralsSchema,
  example: REFERRALS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readReferrals(shop, asked.range, asked.today);
  },
});
