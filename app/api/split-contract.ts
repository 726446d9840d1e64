import { splitExistingContract } from "~/features/contracts/operations/lines/split-contract.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(splitExistingContract);
