import { endOtherSessions } from "~/access/sessions.repo.server";
import { deleteKnownBrowsersOf } from "~/features/staff/known-browsers.repo.server";
import { hashPassword } from "~/features/staff/password";
import { limitsOfLink, type MailedLink } from "~/features/staff/sign-in/mailed-links.service.server";
import { lockStaffAccount, updateStaffAccount } from "~/features/staff/staff.repo.server";
import { rememberBrowser, type SessionPlace } from "~/features/staff/start-session.service.server";
import { hashSessionToken } from "~/http/callers/session-cookie.server";
import { ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { recordPasswordChange } from "./password.service.server";
import { deleteReset, deleteResetsOf, findReset, insertReset } from "./password-resets.repo.server";

/** Hash of its own kind, so that the token cannot be used as a cookie or a sign-in link. */
export const hashResetToken = (token: string): string => hashSessionToken(`password-reset:${token}`);

/** Sets a new password without the old one, for whoever can read the account's mail (wire.md §7). */
export const passwordReset: MailedLink = {
  task: "mail-password-reset",
  ...limitsOfLink("password-reset", "links"),
  mailKind: "password_reset",
  page: "/admin/reset-password",
  hash: hashResetToken,
  store: insertReset,
  texts: {
    subject: "Set a new password for Perennial",
    heading: "Set a new password",
    paragraphs: [
      "Use this link to choose a new password for your account. It ends all your sessions, on every device.",
      "The link is valid for one hour and can be used once.",
    ],
    button: "Choose a password",
    afterwards: [
      "Didn’t ask for this? You can ignore this e-mail: your password stays as it is. Please don’t share the link.",
    ],
    footer: (shopName) =>
      `You’re receiving this e-mail because somebody asked for a new password for your account at ${shopName}.`,
  },
};

const overLink = () => new ProblemError("gone", "This link has been used or has expired. Ask for a new one.");

/**
 * Sets a new password by a mailed link: this and the account's other links are used up, all sessions end, and only this
 * browser is still known. Signing in still needs the second factor.
 *
 * @returns the token for this browser's cookie
 * @throws ProblemError gone
 */
export async function resetPassword(
  token: string,
  newPassword: string,
  place: SessionPlace,
  { requestId, now }: { requestId: string; now: Date },
): Promise<{ known: string }> {
  const tokenHash = hashResetToken(token);
  if (!(await findReset(tokenHash, now))) throw overLink();
  // Before the transaction, since hashing takes tens of milliseconds.
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(async (tx) => {
    const found = await findReset(tokenHash, now, tx);
    const account = found && (await lockStaffAccount(tx, found.staffId));
    // A faster request has used it up while this one waited for the account; another link may have been mailed since.
    if (!account || (await deleteReset(tx, tokenHash)) === 0) throw overLink();
    await deleteResetsOf(tx, account.id);
    await updateStaffAccount(account.id, { passwordHash }, tx);
    await endOtherSessions(tx, { staffId: account.id, keptId: null }, now);
    await deleteKnownBrowsersOf(tx, account.id);
    const audit = {
      actor: { type: "staff", name: account.name } as const,
      requestId,
      now,
      address: place.address,
    };
    await recordPasswordChange(tx, account, "account.password_reset", audit);
    return { known: await rememberBrowser(tx, account.id, now) };
  });
}
