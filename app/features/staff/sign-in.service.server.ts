import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  setSessionShop,
} from "~/access/sessions.repo.server";
import {
  deleteKnownBrowser,
  findKnownEmail,
  insertKnownBrowser,
} from "~/features/staff/known-browsers.repo.server";
import { verifyPassword } from "~/features/staff/password";
import { giveAttemptBack, requireSignInAttemptLeft } from "~/features/staff/sign-in-throttle.server";
import { findStaffAccount, listShopsOfStaff } from "~/features/staff/staff.repo.server";
import {
  hashSessionToken,
  KNOWN_DAYS,
  newSessionToken,
  SESSION_DAYS,
} from "~/http/callers/session-cookie.server";
import { DAY_MS } from "~/lib/days";
import { ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

type SignIn = {
  email: string;
  password: string;
  clientAddress: string;
  now: Date;
  /** Hash of the session the browser already has; the new one replaces it. */
  oldTokenHash: string | null;
  /** Hash of the browser's known-browser token, if somebody has signed in with it before. */
  knownTokenHash: string | null;
  /** Hash of a mailed link's token; signing in uses it up. */
  linkTokenHash: string | null;
};

/** Tokens for the cookies; `known` is null when the browser has a valid one. */
type SignedIn = { token: string; known: string | null };

/** The hash if it is valid for this account at that time, otherwise null. */
async function keepIfKnown(tokenHash: string | null, { email, now }: SignIn): Promise<string | null> {
  return tokenHash !== null && (await findKnownEmail(tokenHash, now)) === email ? tokenHash : null;
}

/**
 * Starts a session for the right password, in the first of the person's shops by name.
 *
 * @returns the tokens for the browser
 * @throws ProblemError too_many_requests; invalid_credentials, after the same time for an unknown e-mail, and also when
 * the link was used meanwhile; forbidden when the account works in no shop
 */
export async function signIn(input: SignIn): Promise<SignedIn> {
  const { email, password, clientAddress: address, now, oldTokenHash } = input;
  const browser = await keepIfKnown(input.knownTokenHash, input);
  const link = await keepIfKnown(input.linkTokenHash, input);
  const trier = { email, address, knownBy: link ?? browser };
  await requireSignInAttemptLeft(trier);
  const account = await findStaffAccount(email);
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight)
    throw new ProblemError("invalid_credentials", "The e-mail address or password is not correct.");
  await giveAttemptBack(trier);
  const shop = (await listShopsOfStaff(account.id))[0];
  if (!shop)
    throw new ProblemError("forbidden", "This account has no access to a shop. Ask the shop's owner.");
  const token = newSessionToken();
  const known = browser ? null : newSessionToken();
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await inTransaction(async (tx) => {
    if (link && !(await deleteKnownBrowser(tx, link)))
      throw new ProblemError("invalid_credentials", "This sign-in link has been used. Ask for a new one.");
    await insertSession(tx, {
      tokenHash: hashSessionToken(token),
      staffId: account.id,
      shopId: shop.id,
      createdAt: now,
      expiresAt: inDays(SESSION_DAYS),
    });
    if (known)
      await insertKnownBrowser(tx, {
        tokenHash: hashSessionToken(known),
        staffId: account.id,
        expiresAt: inDays(KNOWN_DAYS),
      });
  });
  if (oldTokenHash) await deleteSession(oldTokenHash);
  await deleteExpiredSessions(now);
  return { token, known };
}

/** @throws ProblemError forbidden when the person has no role in that shop (or there is no such shop). */
export async function switchShop(staffId: number, tokenHash: string, shopId: number): Promise<void> {
  const shops = await listShopsOfStaff(staffId);
  if (!shops.some((shop) => shop.id === shopId))
    throw new ProblemError("forbidden", "You do not have access to that shop.");
  await setSessionShop(tokenHash, shopId);
}
