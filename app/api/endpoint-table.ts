import { CONTRACT_LIST_PATH, listContracts } from "~/features/contracts/contract-list.endpoints.server";
import { defineOpenApiEndpoint } from "~/features/docs/openapi.endpoints.server";
import { healthz, readMetrics, readyz } from "~/features/operations/operations.endpoints.server";
import type { EndpointRow } from "~/http/openapi";

export const openApiDocument = defineOpenApiEndpoint(() => endpointTable);

/**
 * What answers at each JSON URL: the source of openapi.json. It agrees with the URLs that are served (url-table.js) and
 * with the route modules: test/http/endpoint-table.test.ts.
 */
export const endpointTable: readonly EndpointRow[] = [
  { path: CONTRACT_LIST_PATH, endpoints: [listContracts], isDocumented: true },
  { path: "/api/external/v2/openapi.json", endpoints: [openApiDocument], isDocumented: false },
  { path: "/healthz", endpoints: [healthz], isDocumented: false },
  { path: "/readyz", endpoints: [readyz], isDocumented: false },
  { path: "/metrics", endpoints: [readMetrics], isDocumented: false },
];
