import { updateContractInterval } from "~/features/contracts/operations/billing-interval.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateContractInterval.merchant);
