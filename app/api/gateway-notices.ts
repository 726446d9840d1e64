import { receiveGatewayNotice } from "~/features/billing/gateway/notices/notices.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(receiveGatewayNotice);
