import { listContracts } from "~/features/contracts/list/contract-list.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listContracts);
