import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { askJson } from "./json-endpoints";

export const BULK_PATH = "/api/external/v2/bulk-automations";

/** Calls an operation on one bulk automation, with its own method. */
export const ask = (endpoint: Endpoint, id: number | string, key: string, search = ""): Promise<Response> =>
  askJson(endpoint, `${BULK_PATH}/${id}${search}`, {
    method: endpoint.method,
    key,
    params: { automationId: String(id) },
  });
