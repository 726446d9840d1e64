import { readContract } from "~/features/contracts/raw-contract.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(readContract.portal);
