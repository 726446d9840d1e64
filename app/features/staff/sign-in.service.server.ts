import { verifyPassword } from "~/features/staff/password";
import { hashSessionToken, newSessionToken, SESSION_DAYS } from "~/features/staff/session-cookie.server";
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  setSessionShop,
} from "~/features/staff/sessions.repo.server";
import { giveTryBack, requireTryLeft } from "~/features/staff/sign-in-throttle.server";
import { findStaffAccount, listShopsOfStaff } from "~/features/staff/staff.repo.server";
import { ProblemError } from "~/http/problem";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";

type SignIn = {
  email: string;
  password: string;
  clientAddress: string;
  now: Date;
  /** Hash of the session the browser came with; a new one takes its place. */
  oldTokenHash: string | null;
};

/**
 * A new session for the right password, in the first of the person's shops by name.
 *
 * @returns the session's token, for the cookie
 * @throws ProblemError too_many_requests; invalid_credentials, the same after the same time for an unknown e-mail;
 *   forbidden when the account works in no shop
 */
export async function signIn(input: SignIn): Promise<string> {
  const { email, password, clientAddress, now, oldTokenHash } = input;
  await requireTryLeft(email, clientAddress);
  const account = await findStaffAccount(email);
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight)
    throw new ProblemError("invalid_credentials", "The e-mail address or password is not correct.");
  await giveTryBack(email, clientAddress);
  const shop = (await listShopsOfStaff(account.id))[0];
  if (!shop)
    throw new ProblemError("forbidden", "This account has no access to a shop. Ask the shop's owner.");
  const token = newSessionToken();
  await insertSession(db, {
    tokenHash: hashSessionToken(token),
    staffId: account.id,
    shopId: shop.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
  });
  if (oldTokenHash) await deleteSession(oldTokenHash);
  await deleteExpiredSessions(now);
  return token;
}

/** @throws ProblemError forbidden when the person has no role in that shop (or there is no such shop). */
export async function switchShop(staffId: number, tokenHash: string, shopId: number): Promise<void> {
  const shops = await listShopsOfStaff(staffId);
  if (!shops.some((shop) => shop.id === shopId))
    throw new ProblemError("forbidden", "You do not have access to that shop.");
  await setSessionShop(tokenHash, shopId);
}
