import { defineOpenApiEndpoint } from "~/features/docs/openapi.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  // At the first call, because the table contains this module.
  defineOpenApiEndpoint(async () => (await import("./endpoint-table")).endpointTable),
);
