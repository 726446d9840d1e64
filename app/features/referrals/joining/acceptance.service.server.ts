import { toAddressKey } from "~/access/address-key";
import { requireOpen } from "~/access/closed/open-shop";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import { choosePortalLocale } from "~/features/customer-pages/portal-language";
import { appendEvents } from "~/features/events/events.repo.server";
import { noteReferral } from "~/features/facts/facts.service.server";
import { queueMail } from "~/features/mail/mail.service.server";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import {
  findEmailFacts,
  findNewestContractId,
  findOfferOfToken,
  insertPersonalCode,
  lockEmail,
  type ReferralProgramme,
  recordAcceptance,
} from "~/features/referrals/records/referrals.repo.server";
import { toWelcomeMail } from "~/features/referrals/referral-mails.server";
import type { AcceptanceRefusal } from "~/features/referrals/rules/acceptance";
import { findAcceptanceRefusal } from "~/features/referrals/rules/referral";
import type { RequestContext } from "~/http/request/request-context.server";
import { onShopClock, type RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { toEmailKey } from "~/lib/email/email-address.server";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import { db } from "~db/client.server";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { inTransaction, type Transaction } from "~db/transaction.server";
import type { AcceptanceInput } from "./acceptance.schema.server";

/** wire.md §2 "13 referral". */
const ATTEMPTS_PER_ADDRESS: SharedLimit = {
  name: "referral-address",
  most: 20,
  windowMs: 3_600_000,
  refusal: "There were too many tries from this address.",
};
/**
 * Behind the platform's proxy all friends have the proxy's address. Only tries with links that are not the shop's count
 * there: else one visitor could close the offer to all friends.
 */
const ATTEMPTS_PER_PROXY: SharedLimit = {
  name: "referral-proxy",
  most: 600,
  windowMs: 3_600_000,
  refusal: "There were too many tries in this shop.",
};
const ATTEMPTS_PER_TOKEN: SharedLimit = {
  name: "referral-token",
  most: 50,
  windowMs: DAY_MS,
  refusal: "There were too many tries with this link.",
};

type Given = { outcome: "given"; id: number; discountCode: string };
type Refused = { outcome: "refused"; refusal: AcceptanceRefusal };
/** `mailed`: a mail goes out if the offer may be used; that is checked later. */
export type Acceptance = Given | Refused | { outcome: "mailed" };

type AcceptanceContext = Pick<RequestContext, "receivedAt" | "requestId" | "clientAddress"> & {
  /** Languages of the friend's browser. */
  acceptLanguage: string | null;
  /** The shop whose request the platform's proxy has signed; null without a signature. */
  proxiedShopId: number | null;
};

type Offer = NonNullable<Awaited<ReturnType<typeof findOfferOfToken>>> & { programme: ReferralProgramme };

/**
 * Operation 13: a friend accepts an offer and gets a welcome code. The three refusals that must look alike run the same
 * statements: in each case the e-mail is locked, looked up and the outcome recorded. Where codes come by mail only, a
 * job does all of that: here every e-mail runs the same statements and waits for no lock.
 *
 * @throws ProblemError too_many_requests, before any e-mail is looked up; shop_closed
 */
export async function acceptOffer(input: AcceptanceInput, context: AcceptanceContext): Promise<Acceptance> {
  const { token, shopId } = input.token;
  const { proxiedShopId, clientAddress, receivedAt } = context;
  if (proxiedShopId === null)
    await requireWithinSharedLimit(ATTEMPTS_PER_ADDRESS, toAddressKey(clientAddress), receivedAt);
  // On another shop's storefront the link is unknown, as its page is.
  const isElsewhere = proxiedShopId !== null && proxiedShopId !== shopId;
  const offer = isElsewhere ? null : await findOfferOfToken(shopId, token);
  // By the proxy's shop, not the token's: tokens can be invented, and would close the page for another shop.
  if (!offer && proxiedShopId !== null)
    await requireWithinSharedLimit(ATTEMPTS_PER_PROXY, String(proxiedShopId), receivedAt);
  else await requireWithinSharedLimit(ATTEMPTS_PER_TOKEN, token, receivedAt);
  if (!offer) return { outcome: "refused", refusal: "unknown_token" };
  requireOpen(offer.shop);
  const { programme } = offer;
  if (!programme?.isActive) return { outcome: "refused", refusal: "programme_inactive" };
  const settings = await readPortalSettings(shopId);
  const { language } = choosePortalLocale(settings, context.acceptLanguage);
  const { requestId } = context;
  if (programme.codeDelivery === "MAIL") {
    // Without a job key: the time would show that a job already waits for this e-mail.
    await enqueue(db, "accept-referral", { shopId, token, email: input.email, language, requestId });
    return { outcome: "mailed" };
  }
  const now = await findShopNow(offer.shop, receivedAt);
  return inTransaction((tx) =>
    acceptIn(tx, { ...offer, programme }, input.email, { now, requestId, settings, language }),
  );
}

/**
 * The worker's part of an offer whose code comes by mail only: mails a friend who may use it, and nobody else. Running
 * it again changes nothing, since an accepted e-mail stays claimed.
 */
export async function acceptQueuedOffer(
  { shopId, token, email, language, requestId }: TaskPayload<"accept-referral">,
  realNow: RealTime,
): Promise<void> {
  const offer = await findOfferOfToken(shopId, token);
  if (!offer?.programme?.isActive) return;
  const { programme } = offer;
  const settings = await readPortalSettings(shopId);
  const now = await findShopNow(offer.shop, realNow);
  const context = { now, requestId, settings, language };
  await inTransaction((tx) => acceptIn(tx, { ...offer, programme }, email, context));
}

async function acceptIn(
  tx: Transaction,
  offer: Offer,
  email: string,
  {
    now,
    requestId,
    settings,
    language,
  }: Pick<RequestContext, "now" | "requestId"> & {
    settings: PortalSettings;
    language: PortalLanguage;
  },
): Promise<Given | Refused> {
  const { shop, programme, referrer } = offer;
  await lockEmail(tx, shop.id, toEmailKey(email));
  const facts = await findEmailFacts(tx, shop.id, email);
  const isOwnEmail = toEmailKey(referrer.email ?? "") === toEmailKey(email);
  const reason = findAcceptanceRefusal({ ...facts, isOwnEmail });
  const row = { shopId: shop.id, referrerId: referrer.customerId, email, language, createdAt: now };
  if (reason) {
    await recordAcceptance(tx, {
      ...row,
      status: "REFUSED",
      isClaimed: false,
      reasons: [reason],
      closedAt: now,
    });
    return { outcome: "refused", refusal: "not_eligible" };
  }
  const code = await insertPersonalCode(tx, "FRIEND", toWelcomeCode(programme, email, now));
  const id = await recordAcceptance(tx, {
    ...row,
    status: "ACCEPTED",
    isClaimed: true,
    reasons: [],
    welcomeCodeId: code.id,
    promised: {
      kind: programme.referrerReward,
      valueType: programme.referrerValueType,
      value: programme.referrerValue,
      validDays: programme.referrerValidDays,
    },
    acceptedAt: now,
    closedAt: null,
  });
  if (id === null) throw new Error("an e-mail that nobody had claimed was claimed under its lock");
  const accepted = { status: "ACCEPTED", isClaimed: true, acceptedAt: now } as const;
  await noteReferral(tx, shop, null, { ...accepted, invitedAt: null, usedAt: null, closedAt: null });
  await recordAcceptedEvent(
    tx,
    offer,
    { id, email, code: code.code },
    { actor: { type: "customer", name: email }, requestId, now },
  );
  const discount = {
    valueType: programme.friendValueType,
    value: programme.friendValue,
    cycleLimit: programme.friendCycleLimit,
    productIds: programme.friendProductIds,
  };
  const mail = toWelcomeMail(code, discount, { shop, settings, language, now });
  await queueMail(tx, shop.id, { ...mail, kind: "referral_welcome", recipient: email }, onShopClock(now));
  return { outcome: "given", id, discountCode: code.code };
}

const toWelcomeCode = (programme: ReferralProgramme, email: string, now: Date) => ({
  shopId: programme.shopId,
  valueType: programme.friendValueType,
  value: programme.friendValue,
  productIds: programme.friendProductIds,
  endsAt:
    programme.friendValidDays === null ? null : new Date(now.getTime() + programme.friendValidDays * DAY_MS),
  cycleLimit: programme.friendCycleLimit,
  restrictedEmail: email.toLowerCase(),
  isForFirstContract: true,
  createdAt: now,
});

/**
 * The event, and an entry in the history of the shop (the friend has no contract yet) and of the referrer's contract.
 */
async function recordAcceptedEvent(
  tx: Transaction,
  { shop, referrer }: Offer,
  referral: { id: number; email: string; code: string },
  audit: Audit,
): Promise<void> {
  const contractId = await findNewestContractId(tx, shop.id, referrer.customerId);
  const entry = {
    shopId: shop.id,
    action: "referral.accepted" as const,
    after: { referralId: referral.id, email: referral.email, discountCode: referral.code },
  };
  await appendActivities(tx, [
    { entry: { ...entry, contractId: null }, audit },
    ...(contractId === null ? [] : [{ entry: { ...entry, contractId }, audit }]),
  ]);
  await appendEvents(tx, [
    { shopId: shop.id, type: "referral.accepted", subjectId: referral.id, createdAt: audit.now },
  ]);
}
