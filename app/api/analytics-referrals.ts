import { getReferrals } from "~/features/insights/api/insights.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(getReferrals);
