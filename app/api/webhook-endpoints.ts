import {
  createWebhookEndpoint,
  listWebhookEndpoints,
} from "~/features/webhooks/api/webhooks.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createWebhookEndpoint, listWebhookEndpoints);
