import { invalidRequest } from "~/lib/problem";
import type { OwnAudit } from "./own-audit";
import { verifyPassword } from "./password";
import { giveAttemptBack, requireSignInAttemptLeft } from "./sign-in-throttle.server";
import { findStaffAccount } from "./staff.repo.server";

/** The signed-in person, and their session. */
export type SignedInPerson = { staffId: number; email: string; sessionId: string };

export const wrongOwnPassword = () =>
  invalidRequest([
    { pointer: "/password", code: "invalid_value", detail: "This is not your current password." },
  ]);

/**
 * Checks the signed-in person's password once more, before actions that must not be possible in a borrowed browser.
 * Tries are counted by session.
 *
 * @returns the account
 * @throws ProblemError invalid_request for the field `password`, too_many_requests
 */
export async function requireOwnPassword(person: SignedInPerson, password: string, audit: OwnAudit) {
  const { address, now: at } = audit;
  const trier = { email: person.email, address, knownBy: person.sessionId, at };
  await requireSignInAttemptLeft(trier);
  const account = await findStaffAccount(person.email);
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) throw wrongOwnPassword();
  await giveAttemptBack(trier);
  return account;
}
