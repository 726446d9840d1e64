import { endpointTable } from "~/api/endpoint-table";
import { definePlainReferenceLoader } from "~/features/docs/plain-reference.server";

export const loader = definePlainReferenceLoader(() => endpointTable);
