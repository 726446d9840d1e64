import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateContractStatus.merchant);
