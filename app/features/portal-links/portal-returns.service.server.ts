import { hashReturnCode, toReturnCodes } from "~/access/portal/portal-return-code.server";
import { openPortalToken, sealPortalToken } from "~/access/portal/portal-token.server";
import { findPortalToken, insertPortalToken } from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import { toPortalUrl } from "~/access/shop-origin";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { saveReturn, takeReturn } from "./portal-returns.repo.server";

/** How long a customer may stay away and still come back signed in. */
const GOOD_FOR_MS = 10 * 60_000;

/**
 * Addresses that a hosted page may lead back to: the portal, with a code that is useless until its customer is sent away
 * (`openReturn`), and never with the portal's token. Source: docs/decisions/050.
 *
 * @param about key of the try, or id of the update, that the page is for: the same value gives the same addresses
 * @returns that of a new page, then those that it may have been given while the key ring had another order
 */
export const toReturnUrls = async (shop: PrincipalShop, about: string): Promise<string[]> =>
  (await toReturnCodes(about)).map((back) => toPortalUrl(shop, { back }));

/** The address of a page that is opened once. */
export async function toReturnUrl(shop: PrincipalShop, about: string): Promise<string> {
  const [first] = await toReturnUrls(shop, about);
  if (!first) throw new Error("the key ring for portal tokens is empty");
  return first;
}

/** Why a customer was sent away. */
export type ReturnAbout = { attemptId: number } | { updateId: string };

/** The customer, the contract they left from (the wire's id), and their portal token; null = the proxy signed. */
type Sent = { shopId: number; customerId: number; contractId: number; token: string | null };

/**
 * Call when a signed-in customer is sent to a hosted page: for ten minutes its code, whichever key of the ring it is
 * made with, signs them in again, once.
 *
 * @param about as for `toReturnUrl`
 * @returns false when the code was used before: another page is needed
 */
export async function openReturn(
  { token, ...who }: Sent,
  about: string,
  purpose: ReturnAbout,
  now: Date,
): Promise<boolean> {
  const claims = token === null ? null : await openPortalToken(token);
  const row = {
    ...who,
    ...purpose,
    tokenId: claims?.tokenId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + GOOD_FOR_MS),
  };
  const codes = await toReturnCodes(about);
  const areUnused = await Promise.all(
    codes.map((code) => saveReturn(db, { ...row, codeHash: hashReturnCode(code) })),
  );
  return !areUnused.includes(false);
}

export type CameBack = { customerId: number; contractId: number; about: ReturnAbout; token: string };

/**
 * Uses a code up and signs its customer in again.
 *
 * @param now by the real clock
 * @returns null for a code that is unknown, used or too old, or whose portal link was revoked meanwhile
 */
export const redeemReturn = (shop: PrincipalShop, code: string, now: Date): Promise<CameBack | null> =>
  inTransaction(async (tx) => {
    const taken = await takeReturn(tx, shop.id, hashReturnCode(code), now);
    if (!taken) return null;
    const { customerId, contractId, attemptId, updateId, tokenId } = taken;
    if (tokenId !== null && (await findPortalToken(shop.id, tokenId, tx))?.revokedAt !== null) return null;
    const { token, claims } = sealPortalToken(shop, customerId, now);
    await insertPortalToken(tx, {
      shopId: shop.id,
      id: claims.tokenId,
      kind: "SESSION",
      customerId,
      issuedByType: "customer",
      issuedByName: "Back from the payment page",
      createdAt: claims.issuedAt,
      expiresAt: claims.expiresAt,
      isSingleUse: false,
    });
    const about = updateId === null ? { attemptId: attemptId ?? 0 } : { updateId };
    return { customerId, contractId, about, token };
  });
