import { hasTextGateway } from "~/features/text-messages/text-message-gateway.server";
import { listTexts } from "~/features/text-messages/text-messages.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";

const SHOWN = 100;

const readTexts = defineEndpoint({
  operationId: "readTextMessages",
  summary: "The newest text messages of the shop and what became of them",
  method: "GET",
  access: { staff: "owner" },
  handler: async ({ principal: { shop }, context: { now } }) => ({
    now,
    hasGateway: hasTextGateway(),
    texts: await listTexts(shop.id, SHOWN),
  }),
});

export const textMessagesLoader = pageLoader(readTexts);
