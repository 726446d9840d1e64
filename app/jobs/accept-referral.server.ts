import { acceptQueuedOffer } from "~/features/referrals/acceptance.service.server";
import type { Task } from "~/jobs/task";

/** A friend typed an e-mail where codes come by mail only: look whether it may use the offer, and mail the code. */
export const acceptReferralTask: Task<"accept-referral"> = (payload, { clock }) =>
  acceptQueuedOffer(payload, clock());
