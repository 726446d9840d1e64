import { defineOpenApiEndpoint } from "~/features/docs/openapi.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  // At the first call: the table has this module in it.
  defineOpenApiEndpoint(async () => (await import("~/api/endpoint-table")).endpointTable),
);
