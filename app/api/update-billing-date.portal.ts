import { updateContractNextDate } from "~/features/contracts/operations/orders/next-date.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateContractNextDate.portal);
