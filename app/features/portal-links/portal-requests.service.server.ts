import { randomUUID } from "node:crypto";
import { toAddressKey } from "~/access/address-key";
import { findCustomerByEmail, findRecipient } from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import {
  requireWithinSharedLimit,
  type SharedLimit,
  takeSharedAttempt,
} from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Actor } from "~/features/activity/activity";
import { queueMail } from "~/features/mail/mail.service.server";
import { findMailOfKey } from "~/features/mail/mails.repo.server";
import { insertNotice, saveSentAs } from "~/features/notice-settings/notice-log.repo.server";
import { readTemplate } from "~/features/notice-settings/notice-settings.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { createBuckets } from "~/http/callers/buckets";
import type { RealTime } from "~/lib/clocks";
import { toInbox } from "~/lib/email/email-address.server";
import { ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import { db, type Queryable } from "~db/client.server";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { inTransaction } from "~db/transaction.server";
import { mintPortalToken, toPortalLink } from "./portal-links.service.server";
import { toPortalLinkMail } from "./portal-mails.server";

const AN_HOUR = 3_600_000;
const refusal = "Too many links were asked for.";
/** So that nobody can fill somebody else's inbox. */
export const LINKS_PER_ADDRESS: SharedLimit = { name: "portal-link:to", most: 5, windowMs: AN_HOUR, refusal };
/** Higher, since an office may share one address. */
export const LINKS_PER_CALLER: SharedLimit = { name: "portal-link:by", most: 30, windowMs: AN_HOUR, refusal };
/** Behind the platform's proxy all customers of a shop share the proxy's address. */
const LINKS_PER_PROXY: SharedLimit = { name: "portal-link:proxy", most: 600, windowMs: AN_HOUR, refusal };
/** Above that number. Otherwise one visitor who asks all the time could lock out all the shop's customers. */
const LINKS_ABOVE: SharedLimit = { name: "portal-link:above", most: 1, windowMs: AN_HOUR, refusal };

/**
 * Before anything is stored: of all asks behind the proxy, in each process. Whoever floods the page locks the shop's
 * customers out only as long as they do.
 */
const ASKS_BEHIND_PROXY = createBuckets({ perSecond: 20, burst: 100 });

export type LinkRequest = {
  shop: PrincipalShop;
  /** As typed; or the customer whose link no longer works. */
  to: TaskPayload<"mail-portal-link">["to"];
  /** What the limit per inbox counts: the address; for a customer without one, anything that identifies them. */
  inbox: string;
  /** The client's address; null behind the platform's proxy. */
  clientAddress: string | null;
  language: PortalLanguage;
  now: RealTime;
};

/**
 * Somebody asks for a link by mail. The worker looks up whether the address is known: here a known and an unknown one
 * run the same statements, take the same time and get the same answer. The inbox counts before the shop, so that one
 * address cannot use up what all have.
 * @throws ProblemError too_many_requests
 */
export async function askForPortalLink({
  shop,
  to,
  inbox,
  clientAddress,
  language,
  now,
}: LinkRequest): Promise<void> {
  if (clientAddress !== null)
    await requireWithinSharedLimit(LINKS_PER_CALLER, toAddressKey(clientAddress), now);
  else requireWithinPace(shop.id, now);
  const whose = `${shop.id}:${toInbox(inbox)}`;
  await requireWithinSharedLimit(LINKS_PER_ADDRESS, whose, now);
  const isAbove = clientAddress === null && !(await takeSharedAttempt(LINKS_PER_PROXY, String(shop.id), now));
  if (isAbove) await requireWithinSharedLimit(LINKS_ABOVE, whose, now);
  const isUnknown = isAbove && "email" in to && (await findCustomerByEmail(shop.id, to.email)) === null;
  // Above the shop's number those who are unknown share one waiting job: their number has no end.
  const jobKey = isUnknown ? `portal-link:unknown:${shop.id}` : undefined;
  await enqueue(
    db,
    "mail-portal-link",
    { shopId: shop.id, to, language, requestId: randomUUID() },
    { jobKey },
  );
}

function requireWithinPace(shopId: number, now: RealTime): void {
  const { allowed, retryAfterSeconds } = ASKS_BEHIND_PROXY.take(String(shopId), now.getTime());
  if (!allowed)
    throw new ProblemError("too_many_requests", refusal, {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
}

const isPortalLanguage = (language: string): language is PortalLanguage =>
  PORTAL_LANGUAGES.some((known) => known === language);

/** The worker's part: mails a link if the address belongs to a customer with a contract. */
export async function mailRequestedLink(
  { shopId, to, language, requestId }: TaskPayload<"mail-portal-link">,
  now: RealTime,
): Promise<void> {
  const shop = await findShopSettings(shopId);
  const customer = shop && (await findRecipient(shopId, to));
  if (!shop || !customer) return;
  const dedupeKey = `portal-link:${requestId}`;
  if (await findMailOfKey(shopId, dedupeKey)) return;
  const settings = await readPortalSettings(shopId);
  await inTransaction((tx) =>
    mailPortalLink(tx, shop, customer, {
      issuedBy: { type: "customer", name: customer.email },
      language: isPortalLanguage(language) ? language : settings.language,
      dedupeKey,
      now,
    }),
  );
}

/** Issues a link and queues the mail with it, in the caller's transaction. @returns the token's id and expiry */
export async function mailPortalLink(
  tx: Queryable,
  shop: PrincipalShop,
  customer: { id: number; firstName: string | null; lastName: string | null; email: string },
  wanted: {
    issuedBy: Actor;
    contractId?: number;
    language: PortalLanguage;
    dedupeKey?: string;
    now: RealTime;
  },
): Promise<{ tokenId: string; expiresAt: Date }> {
  const { issuedBy, contractId, language, dedupeKey, now } = wanted;
  const at = await findShopNow(shop, now, tx);
  const settings = await readPortalSettings(shop.id, tx);
  const { token, claims } = await mintPortalToken(tx, shop, customer.id, { issuedBy, contractId, now });
  const link = {
    url: toPortalLink(shop, token),
    expiresAt: claims.expiresAt,
    isSingleUse: settings.singleUseLinks,
  };
  const template = await readTemplate(shop.id, { kind: "portal_link", channel: "MAIL", language }, tx);
  const rendered = toPortalLinkMail(template, customer, link, { shop, settings, language });
  const about = {
    kind: "portal_link",
    recipient: customer.email,
    customerId: customer.id,
    contractId,
  } as const;
  const mailId = await queueMail(
    tx,
    shop.id,
    { ...rendered, ...about, dedupeKey, expiresAt: claims.expiresAt },
    at,
  );
  const noticeId = await insertNotice(tx, {
    shopId: shop.id,
    kind: "portal_link",
    channel: "MAIL",
    state: "MADE",
    cause: `portal-link:${claims.tokenId}`,
    contractId,
    customerId: customer.id,
    createdAt: at,
  });
  if (noticeId !== null) await saveSentAs(tx, shop.id, noticeId, { mailId });
  return { tokenId: claims.tokenId, expiresAt: claims.expiresAt };
}
