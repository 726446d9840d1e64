import { createSubscriptionContract } from "~/features/contracts/create/new-contract.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createSubscriptionContract);
