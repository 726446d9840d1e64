import { createSubscriptionContract } from "~/features/contracts/new-contract.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(createSubscriptionContract);
