import { openApiDocument } from "~/api/endpoint-table";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(openApiDocument);
