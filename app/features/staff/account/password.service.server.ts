import { endOtherSessions } from "~/access/sessions.repo.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { ActivityAction, Audit } from "~/features/activity/activity";
import { queueMail } from "~/features/mail/mail.service.server";
import { composeMail } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { appendAccountActivity } from "~/features/staff/account-activity.repo.server";
import type { OwnAudit } from "~/features/staff/own-audit";
import {
  requireOwnPassword,
  type SignedInPerson,
  wrongOwnPassword,
} from "~/features/staff/own-password.service.server";
import { hashPassword } from "~/features/staff/password";
import { listShopsOfStaff, lockStaffAccount, updateStaffAccount } from "~/features/staff/staff.repo.server";
import type { RealTime } from "~/lib/clocks";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { deleteResetsOf } from "./password-resets.repo.server";

type Account = { id: number; email: string; name: string };
/**
 * Changes a password. All other sessions end, and links that set one become invalid.
 *
 * @throws ProblemError invalid_request for the field `password`, too_many_requests
 */
export async function changePassword(
  person: SignedInPerson,
  { password, newPassword }: { password: string; newPassword: string },
  audit: OwnAudit,
): Promise<void> {
  const account = await requireOwnPassword(person, password, audit);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(async (tx) => {
    const present = await lockStaffAccount(tx, account.id);
    if (present?.passwordHash !== account.passwordHash) throw wrongOwnPassword();
    await updateStaffAccount(account.id, { passwordHash }, tx);
    await endOtherSessions(tx, { staffId: account.id, keptId: person.sessionId }, audit.now);
    await deleteResetsOf(tx, account.id);
    await recordPasswordChange(tx, account, "account.password_changed", audit);
  });
}

/** Notifies the person by mail, and records it in the history of their shops. */
export async function recordPasswordChange(
  tx: Queryable,
  account: Account,
  action: ActivityAction,
  audit: Audit<RealTime>,
): Promise<void> {
  await appendAccountActivity(tx, account.id, { action, after: { email: account.email } }, audit);
  const first = (await listShopsOfStaff(account.id, tx))[0];
  const shop = first && (await findShopSettings(first.id, tx));
  if (!shop) return;
  const mail = composeMail(
    {
      subject: "Your password for Perennial was changed",
      heading: "Your password was changed",
      name: account.name,
      paragraphs: [
        "The password of your account was changed a moment ago. All other sessions have been ended.",
        "If it was you, there is nothing to do. If not, ask for a new password on the sign-in page at once, and tell the owner of the shop.",
      ],
      footer: `You’re receiving this e-mail because you have an account at ${shop.name}.`,
    },
    { shop, settings: await readPortalSettings(shop.id, tx), language: "en" },
  );
  const at = await findShopNow(shop, audit.now, tx);
  await queueMail(tx, shop.id, { ...mail, kind: "password_changed", recipient: account.email }, at);
}
