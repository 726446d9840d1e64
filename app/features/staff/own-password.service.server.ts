import { verifyPassword } from "~/features/staff/password";
import { giveAttemptBack, requireSignInAttemptLeft } from "~/features/staff/sign-in-throttle.server";
import { findStaffAccount } from "~/features/staff/staff.repo.server";
import { invalidRequest } from "~/lib/problem";

/** Who is signed in, and by which session. */
export type SignedInPerson = { staffId: number; email: string; sessionId: string };

export const wrongOwnPassword = () =>
  invalidRequest([
    { pointer: "/password", code: "invalid_value", detail: "This is not your present password." },
  ]);

/**
 * The password of who is signed in, asked once more before what a borrowed browser must not do. Tries are counted by
 * session.
 *
 * @returns the account
 * @throws ProblemError invalid_request for the field `password`, too_many_requests
 */
export async function requireOwnPassword(person: SignedInPerson, password: string, address: string) {
  const trier = { email: person.email, address, knownBy: person.sessionId };
  await requireSignInAttemptLeft(trier);
  const account = await findStaffAccount(person.email);
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) throw wrongOwnPassword();
  await giveAttemptBack(trier);
  return account;
}
