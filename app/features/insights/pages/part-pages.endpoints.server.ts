import { staffPage } from "~/http/endpoint/staff-page.server";
import { getCohortsPage } from "./cohorts-page.service.server";
import { readOverviewState } from "./overview-url";
import type { PageQuestion } from "./page-numbers.service.server";
import {
  getCancellationsPage,
  getOverviewPage,
  getPaymentsPage,
  getProductsPage,
  getReferralsPage,
} from "./part-pages.service.server";

/** The query is parsed by the page: wrong days give a message beside the field, not an error page. */
const defineInsightPage = <Page>(operationId: string, read: (asked: PageQuestion) => Promise<Page>) =>
  staffPage(operationId, "viewer", {
    handler: ({ principal: { shop }, context: { url, now } }) =>
      read({ shop, state: readOverviewState(url.searchParams), now }),
  });

export const overviewPageLoader = defineInsightPage("readInsights", getOverviewPage);
export const cohortsPageLoader = defineInsightPage("readCohorts", getCohortsPage);
export const cancellationsPageLoader = defineInsightPage("readCancellations", getCancellationsPage);
export const paymentsPageLoader = defineInsightPage("readPayments", getPaymentsPage);
export const productsPageLoader = defineInsightPage("readProducts", getProductsPage);
export const referralsPageLoader = defineInsightPage("readReferralNumbers", getReferralsPage);
