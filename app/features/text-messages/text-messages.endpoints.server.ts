import { hasTextGateway } from "~/features/text-messages/text-message-gateway.server";
import { listTexts } from "~/features/text-messages/text-messages.repo.server";
import { staffPage } from "~/http/endpoint/staff-page.server";

const SHOWN = 100;

export const textMessagesLoader = staffPage("readTextMessages", "owner", {
  handler: async ({ principal: { shop }, context: { now } }) => ({
    now,
    hasGateway: hasTextGateway(),
    texts: await listTexts(shop.id, SHOWN),
  }),
});
