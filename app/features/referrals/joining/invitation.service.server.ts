import { type CustomerPrincipal, toAudit } from "~/access/principal";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { appendActivityWhen } from "~/features/activity/activity.repo.server";
import { noteInvitation } from "~/features/facts/facts.service.server";
import {
  findNewestContractId,
  findProgramme,
  insertInvitation,
  obtainReferralToken,
  type ReferralProgramme,
} from "~/features/referrals/records/referrals.repo.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { DAY_MS } from "~/lib/days";
import { notFound, ProblemError } from "~/lib/problem";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { inTransaction } from "~db/transaction.server";

/** Enough for a customer's address book, and slow for testing a list of addresses. */
const FRIENDS_PER_CUSTOMER: SharedLimit = {
  name: "referral-invitation",
  most: 20,
  windowMs: DAY_MS,
  refusal: "There were too many invitations today.",
};

/** @throws ProblemError switched_off while the shop has no programme running */
export async function requireRunningProgramme(shopId: number): Promise<ReferralProgramme> {
  const programme = await findProgramme(shopId);
  if (!programme?.isActive) throw new ProblemError("switched_off", "The shop has no referral programme.");
  return programme;
}

/**
 * The customer's token, created on first use. @throws ProblemError not_found for a customer who is not in the shop's
 * contracts
 */
export async function requireReferralToken(shopId: number, customerId: number, now: Date): Promise<string> {
  const token = await obtainReferralToken(shopId, customerId, now);
  if (token === null) throw notFound("There is no such customer.");
  return token;
}

/**
 * Records that a customer invites a friend; the customer writes to them, we send nothing. Whether the e-mail is known
 * is not looked up, and an existing referral stays as it is. The same statements run in every case.
 *
 * @throws ProblemError switched_off, too_many_requests, not_found
 */
export async function inviteFriend(
  principal: CustomerPrincipal,
  email: string,
  language: PortalLanguage,
  context: Pick<RequestContext, "requestId" | "now" | "receivedAt">,
): Promise<void> {
  const { now } = context;
  const { shop, customerId } = principal;
  await requireRunningProgramme(shop.id);
  await requireWithinSharedLimit(FRIENDS_PER_CUSTOMER, `${shop.id}:${customerId}`, context.receivedAt);
  await requireReferralToken(shop.id, customerId, now);
  const audit = toAudit(principal, context);
  await inTransaction(async (tx) => {
    const contractId = await findNewestContractId(tx, shop.id, customerId);
    const id = await insertInvitation(tx, shop.id, { referrerId: customerId, email, language, at: now });
    await noteInvitation(tx, shop, id !== null, now);
    const entry = {
      shopId: shop.id,
      action: "referral.invited" as const,
      after: { referralId: id, email },
    };
    // As for an acceptance: in the history of the shop, and of the referrer's contract if there is one.
    await appendActivityWhen(tx, id !== null, { ...entry, contractId: null }, audit);
    if (contractId !== null) await appendActivityWhen(tx, id !== null, { ...entry, contractId }, audit);
  });
}
