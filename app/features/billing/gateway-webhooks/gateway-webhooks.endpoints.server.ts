import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { JSON_PREFIXES } from "~/http/endpoint/json-urls";
import { readText } from "~/http/request/body.server";
import { receiveWebhook } from "./gateway-webhooks.service.server";

export const receiveGatewayWebhook = defineEndpoint({
  operationId: "receiveGatewayWebhook",
  summary: "Receive a payment gateway's webhook",
  description:
    "Signed with the secret of the shop's webhook endpoint. The message is stored, then answered, then processed.",
  method: "POST",
  // The gateways are set up with this address, so it keeps an older name.
  path: `${JSON_PREFIXES.gateways}/{gateway}/notices`,
  isUndocumented: true,
  // The signature is the credential.
  access: { public: true },
  params: z.object({ gateway: z.string() }),
  query: z.object({ shop: z.string().optional() }),
  streamsBody: true,
  handler: async ({ params: { gateway }, query: { shop: storeDomain }, context }) => {
    const { request, receivedAt } = context;
    const signature = request.headers.get("stripe-signature");
    await receiveWebhook({ gateway, storeDomain, signature, body: await readText(request) }, receivedAt);
    return { received: true };
  },
});
