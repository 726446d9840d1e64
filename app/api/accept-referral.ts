import { acceptReferral, acceptReferralByQuery } from "~/features/referrals/acceptance.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(acceptReferral, acceptReferralByQuery);
