import { staffPage } from "~/http/endpoint/staff-page.server";
import { hasTextGateway } from "./text-message-gateway.server";
import { listTexts } from "./text-messages.repo.server";

const SHOWN = 100;

export const textMessagesLoader = staffPage("readTextMessages", "owner", {
  handler: async ({ principal: { shop }, context: { now } }) => ({
    now,
    hasGateway: hasTextGateway(),
    texts: await listTexts(shop.id, SHOWN),
  }),
});
