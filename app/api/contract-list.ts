import { listContracts } from "~/features/contracts/contract-list.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(listContracts);
