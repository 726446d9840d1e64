import { acceptQueuedOffer } from "~/features/referrals/joining/acceptance.service.server";
import type { Task } from "~/jobs/task/task";

/** A friend entered an e-mail where codes come by mail only: check whether it may use the offer, and mail the code. */
export const acceptReferralTask: Task<"accept-referral"> = (payload, { clock }) =>
  acceptQueuedOffer(payload, clock());
