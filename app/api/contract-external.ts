import { readContract } from "~/features/contracts/operations/raw-contract.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(readContract.merchant);
