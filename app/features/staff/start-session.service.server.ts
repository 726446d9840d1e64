import { insertSession } from "~/access/sessions.repo.server";
import {
  hashSessionToken,
  KNOWN_DAYS,
  newSessionToken,
  SESSION_DAYS,
  toKnownCookie,
  toSessionCookie,
} from "~/http/callers/session-cookie.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { DAY_MS } from "~/lib/days";
import type { Queryable } from "~db/client.server";
import { insertKnownBrowser } from "./known-browsers.repo.server";

/** Where a session begins, for the owner's list of sessions. */
export type SessionPlace = { address: string; browser: string | null };

const LONGEST_BROWSER = 300;
export const toSessionPlace = ({ request, clientAddress }: RequestContext): SessionPlace => ({
  address: clientAddress,
  browser: request.headers.get("user-agent")?.slice(0, LONGEST_BROWSER) ?? null,
});

const inDays = (days: number, now: Date) => new Date(now.getTime() + days * DAY_MS);

/** A session of a person in a shop. @returns the token for the cookie */
export async function startSession(
  tx: Queryable,
  { staffId, shopId }: { staffId: number; shopId: number },
  place: SessionPlace,
  now: Date,
): Promise<string> {
  const token = newSessionToken();
  await insertSession(tx, {
    tokenHash: hashSessionToken(token),
    staffId,
    shopId,
    createdAt: now,
    expiresAt: inDays(SESSION_DAYS, now),
    ...place,
  });
  return token;
}

/** Marks the browser as one that the person has signed in with. @returns the token for the cookie */
export async function rememberBrowser(tx: Queryable, staffId: number, now: Date): Promise<string> {
  const token = newSessionToken();
  const expiresAt = inDays(KNOWN_DAYS, now);
  await insertKnownBrowser(tx, { tokenHash: hashSessionToken(token), staffId, expiresAt });
  return token;
}

/** Sets the cookies of the given tokens on a response. */
export function setCookies(
  response: Response,
  request: Request,
  { token, known }: { token?: string; known: string | null },
): Response {
  if (token) response.headers.append("Set-Cookie", toSessionCookie(request, token));
  if (known) response.headers.append("Set-Cookie", toKnownCookie(request, known));
  return response;
}
