import { cancelContract } from "~/features/contracts/operations/contract-status.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(cancelContract.merchant);
