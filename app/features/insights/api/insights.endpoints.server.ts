import { z } from "zod";
import { readChurn } from "~/features/insights/facts/churn.service.server";
import { readCohorts } from "~/features/insights/facts/cohorts.service.server";
import { readMrr } from "~/features/insights/facts/movements.service.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { readPayments } from "~/features/insights/facts/payments.service.server";
import { readProducts } from "~/features/insights/facts/products.service.server";
import { readReferrals } from "~/features/insights/facts/referrals.service.server";
import { CHURN_EXAMPLE, churnRecord } from "~/features/insights/records/churn-record";
import { COHORTS_EXAMPLE, cohortsRecord } from "~/features/insights/records/cohorts-record";
import { MRR_EXAMPLE, mrrRecord } from "~/features/insights/records/mrr-record";
import { OVERVIEW_EXAMPLE, overviewRecord } from "~/features/insights/records/overview-record";
import { PAYMENTS_EXAMPLE, paymentsRecord } from "~/features/insights/records/payments-record";
import { PRODUCTS_EXAMPLE, productsRecord } from "~/features/insights/records/products-record";
import { REFERRALS_EXAMPLE, referralsRecord } from "~/features/insights/records/referrals-record";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { insightParameters, intervalParameter, toInsightRange, toInterval } from "./insight-query.server";

const ANALYTICS = `${MERCHANT}/analytics`;
const range = z.object(insightParameters);
const series = z.object({ ...insightParameters, ...intervalParameter });
const shared = { tag: "Analytics", method: "GET", access: { apiKey: "contracts:read" } } as const;

export const getOverview = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsOverview",
  summary: "Get the key numbers of a period",
  description:
    "Each number comes with its value for the preceding period of equal length. Amounts are in one currency; contracts, customers and orders are counted in all currencies. Rates are fractions (0.05 = 5 %). `value` is null if a number is undefined, such as a rate without a base. `listUrl` is the URL of the list in this API whose number of rows is `value`; null if there is no such list. Past days do not change with later changes.",
  path: `${ANALYTICS}/overview`,
  query: range,
  response: overviewRecord,
  example: OVERVIEW_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readOverview(shop, asked.range, asked.today);
  },
});

export const getMrr = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsMrr",
  summary: "Get monthly recurring revenue and its movements",
  description:
    "Each point's `mrr` is that of the previous point (for the first, `openingMrr`) + new + expansion + reactivated − contraction − churned. Pausing is a contraction, resuming an expansion; contracts that are cancelled, expire or fail are churned.",
  path: `${ANALYTICS}/mrr`,
  query: series,
  response: mrrRecord,
  example: MRR_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readMrr(shop, asked.range, toInterval(query.interval, asked.range));
  },
});

export const getCohorts = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsCohorts",
  summary: "Get retention by the month in which contracts started",
  description:
    "Covers whole months, from the month of `from` (default: eleven months before the last) to the month of `to`. For the contracts that started in each month: how many are active or paused at the end of each month since, and their MRR.",
  path: `${ANALYTICS}/cohorts`,
  query: range,
  response: cohortsRecord,
  example: COHORTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now, { months: 12 });
    return readCohorts(shop, asked.range);
  },
});

export const getChurn = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsChurn",
  summary: "Get contracts that ended by reason, age and product",
  description:
    "Covers contracts in the given currency; the numbers are those of the overview. At most 100 reasons and 100 products are listed, those with the greatest MRR. `saved` counts cancellations begun in the portal after which the customer took an offer instead.",
  path: `${ANALYTICS}/churn`,
  query: range,
  response: churnRecord,
  example: CHURN_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readChurn(shop, asked.range, asked.today);
  },
});

export const getPayments = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsPayments",
  summary: "Get orders paid, failed, recovered and lost, and refunds",
  description:
    "In one currency. An order counts as failed on the day of its first failed attempt, as recovered on the day it is paid after all (it then counts as paid, too), and as lost on the day it is given up. `codes` breaks orders down by the code of the first failed attempt. The amount of failed and lost orders is that of the first attempt.",
  path: `${ANALYTICS}/payments`,
  query: series,
  response: paymentsRecord,
  example: PAYMENTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readPayments(shop, asked.range, toInterval(query.interval, asked.range));
  },
});

export const getProducts = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsProducts",
  summary: "Get sales by product, variant, plan, country and bundle",
  description:
    "Covers orders as they were sold, on the day they were paid, in one currency. Amounts are the lines after discounts, without delivery. Each list has at most 100 entries, those with the greatest amounts. An order with several entries of a list counts for each.",
  path: `${ANALYTICS}/products`,
  query: range,
  response: productsRecord,
  example: PRODUCTS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readProducts(shop, asked.range);
  },
});

export const getReferrals = defineEndpoint({
  ...shared,
  operationId: "getAnalyticsReferrals",
  summary: "Get referrals, and the discount codes of paid orders",
  description:
    "Friends invited, links used, friends who joined, and rewards, as in the overview. `codes`: the number of paid orders with each discount code and the amount it took off, in one currency. Codes of the referral programme, each made for one person, are summed up in one row.",
  path: `${ANALYTICS}/referrals`,
  query: range,
  response: referralsRecord,
  example: REFERRALS_EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const asked = toInsightRange(query, shop, context.now);
    return readReferrals(shop, asked.range, asked.today);
  },
});
