import { z } from "zod";
import { insightParameters } from "~/features/insights/api/insight-query.server";
import { getOverviewPage } from "~/features/insights/pages/overview-page.service.server";
import { readOverviewState } from "~/features/insights/pages/overview-url";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";

const asked = z.object(insightParameters);

/** The query is read in the handler: wrong days are a message beside the field, not an error page. */
const readOverviewPage = defineEndpoint({
  operationId: "readInsights",
  summary: "The overview of the insights",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context }) =>
    getOverviewPage(shop, readOverviewState(context.url.searchParams), asked, context.now),
});

export const overviewPageLoader = pageLoader(readOverviewPage);
