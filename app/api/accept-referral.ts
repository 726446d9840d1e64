import {
  acceptReferral,
  acceptReferralByQuery,
} from "~/features/referrals/joining/acceptance.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(acceptReferral, acceptReferralByQuery);
