import { findContractRecipient } from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { toWrittenLanguage } from "~/features/portal-settings/portal-languages";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { forgetPortalToken } from "~/http/callers/authenticate-customer.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { listTokensLiveFirst, setAllTokensRevoked, setTokenRevoked } from "./issued-tokens.repo.server";
import { mintPortalToken, toPortalLink } from "./portal-links.service.server";
import { mailPortalLink } from "./portal-requests.service.server";

/** Enough for all working links that people issue; programs may issue more, which can be revoked together. */
const LINKS_SHOWN = 100;

/** @throws ProblemError 404 */
async function getRecipient(shopId: number, contractId: number) {
  const found = await findContractRecipient(shopId, contractId, null);
  if (!found) throw contractNotFound();
  return found;
}

/** The links issued for a contract's customer, those that work first, each with its present state. */
export async function getIssuedLinks(shopId: number, contractId: number, now: Date) {
  const { customer } = await getRecipient(shopId, contractId);
  const rows = await listTokensLiveFirst(shopId, customer.id, LINKS_SHOWN, now);
  const links = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    isSingleUse: row.isSingleUse,
    issuedBy: row.issuedByName,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    state:
      row.revokedAt !== null
        ? ("REVOKED" as const)
        : row.expiresAt <= now
          ? ("EXPIRED" as const)
          : row.usedAt !== null
            ? ("USED" as const)
            : ("LIVE" as const),
  }));
  return { customer, links };
}

/** A link to hand over by other means than mail; it is shown only this once. */
export async function copyPortalLink(
  shop: PrincipalShop,
  contractId: number,
  audit: Audit<RealTime>,
): Promise<{ link: string; expiresAt: Date }> {
  const { id, customer } = await getRecipient(shop.id, contractId);
  const { token, expiresAt } = await inTransaction(async (tx) => {
    const issue = { issuedBy: audit.actor, contractId: id, now: audit.now };
    const minted = await mintPortalToken(tx, shop, customer.id, issue);
    const after = { goodUntil: minted.claims.expiresAt };
    await appendActivity(tx, { shopId: shop.id, contractId: id, action: "portal_link.copied", after }, audit);
    return { token: minted.token, expiresAt: minted.claims.expiresAt };
  });
  return { link: toPortalLink(shop, token), expiresAt };
}

/**
 * Mails a link to the address on file.
 * @throws ProblemError 409 the customer has no e-mail address
 */
export async function sendPortalLink(
  shop: PrincipalShop,
  contractId: number,
  audit: Audit<RealTime>,
): Promise<void> {
  const { id, customer } = await getRecipient(shop.id, contractId);
  const { email } = customer;
  if (!email) throw new ProblemError("conflict", "The customer has no e-mail address.");
  const language = toWrittenLanguage(await readPortalSettings(shop.id), customer.language);
  await inTransaction(async (tx) => {
    const wanted = { issuedBy: audit.actor, contractId: id, language, now: audit.now };
    const { expiresAt } = await mailPortalLink(tx, shop, { ...customer, email }, wanted);
    const after = { to: email, goodUntil: expiresAt };
    await appendActivity(tx, { shopId: shop.id, contractId: id, action: "portal_link.sent", after }, audit);
  });
}

/**
 * Revokes a token: at once in this process, within two seconds in others.
 * @throws ProblemError 404 the contract's customer has no such live token
 */
export async function revokePortalLink(
  shopId: number,
  contractId: number,
  tokenId: string,
  audit: Audit<RealTime>,
): Promise<void> {
  const { id, customer } = await getRecipient(shopId, contractId);
  await inTransaction(async (tx) => {
    if (!(await setTokenRevoked(tx, shopId, customer.id, tokenId, audit.now)))
      throw notFound("There is no such live link.");
    await appendActivity(tx, { shopId, contractId: id, action: "portal_link.revoked" }, audit);
  });
  forgetPortalToken(shopId, tokenId);
}

/**
 * Revokes everything that lets the contract's customer in, for all their contracts, as `revokePortalLink` does.
 * @throws ProblemError 404 no such contract; 409 the customer has no live links
 */
export async function revokeAllPortalLinks(
  shopId: number,
  contractId: number,
  audit: Audit<RealTime>,
): Promise<void> {
  const { id, customer } = await getRecipient(shopId, contractId);
  const tokenIds = await inTransaction(async (tx) => {
    const revoked = await setAllTokensRevoked(tx, shopId, customer.id, audit.now);
    if (revoked.length === 0) throw new ProblemError("conflict", "The customer has no live links.");
    const after = { links: revoked.length };
    await appendActivity(tx, { shopId, contractId: id, action: "portal_link.all_revoked", after }, audit);
    return revoked;
  });
  for (const tokenId of tokenIds) forgetPortalToken(shopId, tokenId);
}
