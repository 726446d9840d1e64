import { skipOrder } from "~/features/contracts/contract-lifecycle.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(skipOrder.merchant);
