import { hasRole } from "~/access/principal";
import { findClockView } from "~/features/billing/test-clock/test-clock.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import { readHome } from "./home.service.server";

const readHomePage = defineEndpoint({
  operationId: "readHome",
  summary: "The shop's numbers of today and its latest changes",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop, role }, context }) => {
    const [home, clock] = await Promise.all([
      readHome(shop, context.now),
      findClockView(shop, context.receivedAt),
    ]);
    return { ...home, clock, mayEdit: hasRole(role, "editor") };
  },
});

export const homeLoader = pageLoader(readHomePage);
