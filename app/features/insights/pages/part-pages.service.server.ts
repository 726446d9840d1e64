import { NUMBER_NAMES } from "~/features/insights/definitions/numbers";
import { CHURN_NUMBERS, readChurnParts } from "~/features/insights/facts/churn.service.server";
import { readFailureCodes } from "~/features/insights/facts/payments.service.server";
import { readProducts } from "~/features/insights/facts/products.service.server";
import { REFERRAL_NUMBERS, readCodesUsed } from "~/features/insights/facts/referrals.service.server";
import {
  CANCELLATIONS_PATH,
  INSIGHTS_PATH,
  PAYMENTS_PATH,
  PRODUCTS_PATH,
  REFERRALS_PATH,
} from "./overview-url";
import { type PageQuestion, readNumbersPage } from "./page-numbers.service.server";

/** Every number with its trend and its list; MRR also for the previous period, and what moved it (docs/insights.md). */
export const getOverviewPage = (asked: PageQuestion) =>
  readNumbersPage(
    asked,
    INSIGHTS_PATH,
    {
      tiles: NUMBER_NAMES,
      series: ["mrr", "newMrr", "expansionMrr", "reactivatedMrr", "contractionMrr", "churnedMrr"],
      before: ["mrr"],
    },
    async () => ({}),
  );

/** Contracts that ended, and those kept by an offer: reasons, ages, products. */
export const getCancellationsPage = (asked: PageQuestion) =>
  readNumbersPage(
    asked,
    CANCELLATIONS_PATH,
    { tiles: CHURN_NUMBERS, series: ["churnedContracts", "savedContracts"] },
    (range) => readChurnParts(asked.shop, range),
  );

/** Failed payments, and their outcomes. */
export const getPaymentsPage = (asked: PageQuestion) =>
  readNumbersPage(
    asked,
    PAYMENTS_PATH,
    {
      tiles: ["failedOrders", "recoveredOrders", "lostOrders", "recoveryRate", "recoveredRevenue", "refunds"],
      series: ["failedOrders", "recoveredOrders", "lostOrders"],
      before: ["failedOrders"],
    },
    async (range) => ({ codes: await readFailureCodes(asked.shop, range) }),
  );

/** What paid orders sold, by parts. */
export const getProductsPage = (asked: PageQuestion) =>
  readNumbersPage(
    asked,
    PRODUCTS_PATH,
    { tiles: ["revenue", "paidOrders", "averageOrder", "refunds"], series: [] },
    (range) => readProducts(asked.shop, range),
  );

/** Steps of referrals, and the amounts that codes took off. */
export const getReferralsPage = (asked: PageQuestion) =>
  readNumbersPage(
    asked,
    REFERRALS_PATH,
    { tiles: REFERRAL_NUMBERS, series: ["acceptedFriends", "joinedFriends"] },
    async (range) => ({ codes: await readCodesUsed(asked.shop, range) }),
  );

export type OverviewPage = Awaited<ReturnType<typeof getOverviewPage>>;
export type CancellationsPage = Awaited<ReturnType<typeof getCancellationsPage>>;
export type PaymentsPage = Awaited<ReturnType<typeof getPaymentsPage>>;
export type ProductsPage = Awaited<ReturnType<typeof getProductsPage>>;
export type ReferralsPage = Awaited<ReturnType<typeof getReferralsPage>>;
