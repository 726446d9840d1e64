import { deleteExpiredSessions, deleteSession, setSessionShop } from "~/access/sessions.repo.server";
import { appendAccountActivity } from "~/features/staff/account-activity.repo.server";
import { deleteKnownBrowser, findKnownEmail } from "~/features/staff/known-browsers.repo.server";
import { verifyPassword } from "~/features/staff/password";
import { findSecondFactor } from "~/features/staff/second-factor/second-factor.repo.server";
import { takeSecondFactor } from "~/features/staff/second-factor/second-factor.service.server";
import { digestOf, makeTicket, openTicket } from "~/features/staff/second-factor/sign-in-ticket.server";
import { giveAttemptBack, requireSignInAttemptLeft } from "~/features/staff/sign-in-throttle.server";
import { findStaffAccount, listShopsOfStaff, lockStaffAccount } from "~/features/staff/staff.repo.server";
import {
  rememberBrowser,
  type SessionPlace,
  startSession,
} from "~/features/staff/start-session.service.server";
import { ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** The browser that somebody signs in with, and the request. */
type Comer = {
  place: SessionPlace;
  now: Date;
  requestId: string;
  /** Hash of the session the browser already has; the new one replaces it. */
  oldTokenHash: string | null;
  /** Hash of the browser's known-browser token, if somebody has signed in with it before. */
  knownTokenHash: string | null;
};

type SignIn = Comer & {
  email: string;
  password: string;
  /** Hash of a mailed link's token; signing in uses it up. */
  linkTokenHash: string | null;
};

/** Tokens for the cookies; `known` is null when the browser has a valid one. */
type SignedIn = { token: string; known: string | null };

/** The hash if it is valid for this account at that time, otherwise null. */
async function keepIfKnown(tokenHash: string | null, email: string, now: Date): Promise<string | null> {
  return tokenHash !== null && (await findKnownEmail(tokenHash, now)) === email ? tokenHash : null;
}

/**
 * Starts a session for the right password, in the first of the person's shops by name; with a second factor it returns
 * a ticket instead, for `signInWithCode`.
 *
 * @returns the tokens for the browser, or the ticket
 * @throws ProblemError too_many_requests; invalid_credentials, after the same time for an unknown e-mail, and also when
 *   the link was used meanwhile; forbidden when the account works in no shop
 */
export async function signIn(input: SignIn): Promise<SignedIn | { ticket: string }> {
  const { email, password, place, now } = input;
  const browser = await keepIfKnown(input.knownTokenHash, email, now);
  const link = await keepIfKnown(input.linkTokenHash, email, now);
  const trier = { email, address: place.address, knownBy: link ?? browser, at: now };
  await requireSignInAttemptLeft(trier);
  const account = await findStaffAccount(email);
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) {
    await noteFailedSignIn(email, place, now);
    throw wrongPassword();
  }
  await giveAttemptBack(trier);
  const factor = await findSecondFactor(account.id);
  if (factor?.confirmedAt) return { ticket: makeTicket(account, link, now) };
  return enter(input, {
    staffId: account.id,
    digest: digestOf(account.passwordHash),
    browser,
    link,
    code: null,
  });
}

/**
 * The second step: a code of the person's app, or a recovery code. Tries are counted separately from those of the
 * password.
 *
 * @throws ProblemError too_many_requests; invalid_credentials for a wrong code, or when the ticket has expired
 */
export async function signInWithCode(input: Comer & { ticket: string; code: string }): Promise<SignedIn> {
  const { place, now, code } = input;
  const ticket = await openTicket(input.ticket, now);
  if (!ticket)
    throw new ProblemError("invalid_credentials", "Too much time has passed. Enter your password again.");
  const { staffId, password: digest, link } = ticket;
  const browser = await keepIfKnown(input.knownTokenHash, ticket.email, now);
  const trier = {
    email: `code of ${ticket.email}`,
    address: place.address,
    knownBy: link ?? browser,
    at: now,
  };
  await requireSignInAttemptLeft(trier);
  const tokens = await enter(input, { staffId, digest, browser, link, code }).catch(
    async (error: unknown) => {
      if (error instanceof ProblemError && error.code === "invalid_credentials")
        await noteFailedSignIn(ticket.email, place, now);
      throw error;
    },
  );
  await giveAttemptBack(trier);
  return tokens;
}

type Proof = {
  staffId: number;
  /** Digest of the password that was right. */
  digest: string;
  browser: string | null;
  link: string | null;
  /** Null without a second factor. */
  code: string | null;
};

async function enter(comer: Comer, { staffId, digest, browser, link, code }: Proof): Promise<SignedIn> {
  const { place, now, requestId, oldTokenHash } = comer;
  const shop = (await listShopsOfStaff(staffId))[0];
  if (!shop)
    throw new ProblemError("forbidden", "This account has no access to a shop. Ask the shop's owner.");
  const tokens = await inTransaction(async (tx) => {
    // A new password ends all sessions: a session that was begun with the old one must not be created after that.
    const present = await lockStaffAccount(tx, staffId);
    if (!present || digestOf(present.passwordHash) !== digest) throw wrongPassword();
    const actor = { type: "staff", name: present.name } as const;
    const audit = { actor, requestId, now, address: place.address };
    if (code !== null) await takeSecondFactor(tx, staffId, code, audit);
    if (link && !(await deleteKnownBrowser(tx, link)))
      throw new ProblemError("invalid_credentials", "This sign-in link has been used. Ask for a new one.");
    await appendAccountActivity(tx, staffId, { action: "account.signed_in" }, audit);
    return {
      token: await startSession(tx, { staffId, shopId: shop.id }, place, now),
      known: browser ? null : await rememberBrowser(tx, staffId, now),
    };
  });
  if (oldTokenHash) await deleteSession(oldTokenHash);
  await deleteExpiredSessions(now);
  return tokens;
}

/** For the audit log. The worker looks the account up, so that known and unknown addresses take the same time here. */
const noteFailedSignIn = (email: string, { address }: SessionPlace, now: Date) =>
  enqueue(db, "note-failed-sign-in", { email, address, at: now.toISOString() });

/** The worker's part. If it dies right afterwards, the entry is written twice. */
export async function recordFailedSignIn({
  email,
  address,
  at,
}: TaskPayload<"note-failed-sign-in">): Promise<void> {
  const account = await findStaffAccount(email);
  if (!account) return;
  const audit = {
    actor: { type: "staff", name: account.name },
    requestId: null,
    now: new Date(at),
    address,
  } as const;
  await inTransaction((tx) =>
    appendAccountActivity(tx, account.id, { action: "account.sign_in_failed" }, audit),
  );
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
