import { deleteExpiredSessions, deleteSession, setSessionShop } from "~/access/sessions.repo.server";
import { deleteKnownBrowser, findKnownEmail } from "~/features/staff/known-browsers.repo.server";
import { verifyPassword } from "~/features/staff/password";
import { giveAttemptBack, requireSignInAttemptLeft } from "~/features/staff/sign-in-throttle.server";
import { findStaffAccount, listShopsOfStaff, lockStaffAccount } from "~/features/staff/staff.repo.server";
import {
  rememberBrowser,
  type SessionPlace,
  startSession,
} from "~/features/staff/start-session.service.server";
import { ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

type SignIn = {
  email: string;
  password: string;
  place: SessionPlace;
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
  const { email, password, place, now, oldTokenHash } = input;
  const browser = await keepIfKnown(input.knownTokenHash, input);
  const link = await keepIfKnown(input.linkTokenHash, input);
  const trier = { email, address: place.address, knownBy: link ?? browser };
  await requireSignInAttemptLeft(trier);
  const account = await findStaffAccount(email);
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw wrongPassword();
  await giveAttemptBack(trier);
  const shop = (await listShopsOfStaff(account.id))[0];
  if (!shop)
    throw new ProblemError("forbidden", "This account has no access to a shop. Ask the shop's owner.");
  const tokens = await inTransaction(async (tx) => {
    // Whoever sets a new password ends all sessions: one that begins by the old password must not come after that.
    const present = await lockStaffAccount(tx, account.id);
    if (present?.passwordHash !== account.passwordHash) throw wrongPassword();
    if (link && !(await deleteKnownBrowser(tx, link)))
      throw new ProblemError("invalid_credentials", "This sign-in link has been used. Ask for a new one.");
    return {
      token: await startSession(tx, { staffId: account.id, shopId: shop.id }, place, now),
      known: browser ? null : await rememberBrowser(tx, account.id, now),
    };
  });
  if (oldTokenHash) await deleteSession(oldTokenHash);
  await deleteExpiredSessions(now);
  return tokens;
}

const wrongPassword = () =>
  new ProblemError("invalid_credentials", "The e-mail address or password is not correct.");

/** @throws ProblemError forbidden when the person has no role in that shop (or there is no such shop). */
export async function switchShop(staffId: number, tokenHash: string, shopId: number): Promise<void> {
  const shops = await listShopsOfStaff(staffId);
  if (!shops.some((shop) => shop.id === shopId))
    throw new ProblemError("forbidden", "You do not have access to that shop.");
  await setSessionShop(tokenHash, shopId);
}
