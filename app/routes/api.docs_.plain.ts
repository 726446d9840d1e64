import { endpointTable } from "~/api/endpoint-table";
import { definePlainReference } from "~/features/docs/plain-reference.server";

export const { loader, action } = definePlainReference(() => endpointTable);
