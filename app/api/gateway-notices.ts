import { receiveGatewayWebhook } from "~/features/billing/gateway-webhooks/gateway-webhooks.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(receiveGatewayWebhook);
