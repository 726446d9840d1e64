import { updateContractNextDate } from "~/features/contracts/operations/next-date.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateContractNextDate.merchant);
