import { getCohortsPage } from "~/features/insights/pages/cohorts-page.service.server";
import { readOverviewState } from "~/features/insights/pages/overview-url";
import type { PageQuestion } from "~/features/insights/pages/page-numbers.service.server";
import {
  getCancellationsPage,
  getOverviewPage,
  getPaymentsPage,
  getProductsPage,
  getReferralsPage,
} from "~/features/insights/pages/part-pages.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";

/** The query is parsed by the page: wrong days give a message beside the field, not an error page. */
const defineInsightPage = <Page>(
  operationId: string,
  summary: string,
  read: (asked: PageQuestion) => Promise<Page>,
) =>
  defineEndpoint({
    operationId,
    summary,
    method: "GET",
    access: { staff: "viewer" },
    handler: ({ principal: { shop }, context: { url, now } }) =>
      read({ shop, state: readOverviewState(url.searchParams), now }),
  });

export const overviewPageLoader = pageLoader(
  defineInsightPage("readInsights", "The overview of the insights", getOverviewPage),
);
export const cohortsPageLoader = pageLoader(
  defineInsightPage(
    "readCohorts",
    "Contracts and revenue that stay, by the month they began in",
    getCohortsPage,
  ),
);
export const cancellationsPageLoader = pageLoader(
  defineInsightPage(
    "readCancellations",
    "Contracts that ended, and those kept by an offer",
    getCancellationsPage,
  ),
);
export const paymentsPageLoader = pageLoader(
  defineInsightPage("readPayments", "Payments that failed, and what became of them", getPaymentsPage),
);
export const productsPageLoader = pageLoader(
  defineInsightPage(
    "readProducts",
    "What paid orders sold, by product, plan, country and bundle",
    getProductsPage,
  ),
);
export const referralsPageLoader = pageLoader(
  defineInsightPage("readReferralNumbers", "Referrals, and what codes took off", getReferralsPage),
);
