import { receiveGatewayNotice } from "~/features/billing/notices/notices.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(receiveGatewayNotice);
