import { defineEndpoint } from "~/http/define-endpoint.server";
import { pageLoader } from "~/http/faces.server";
import { readHome } from "./home.service.server";

const readHomePage = defineEndpoint({
  operationId: "readHome",
  summary: "The shop's numbers of today and its latest changes",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal, context }) => readHome(principal.shop, context.now),
});

export const homeLoader = pageLoader(readHomePage);
