import { acceptQueuedOffer } from "~/features/referrals/joining/acceptance.service.server";
import type { Task } from "~/jobs/task/task";

/** A friend entered an e-mail where codes are only mailed: checks whether it may use the offer, and mails the code. */
export const acceptReferralTask: Task<"accept-referral"> = (payload, { clock }) =>
  acceptQueuedOffer(payload, clock());
