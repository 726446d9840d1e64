import { randomUUID } from "node:crypto";
import { toAddressKey } from "~/access/address-key";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { composeMail } from "~/features/mail/mail-theme.server";
import { findMailOfKey } from "~/features/mail/mails.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { insertKnownBrowser } from "~/features/staff/known-browsers.repo.server";
import { findStaffAccount, listShopsOfStaff } from "~/features/staff/staff.repo.server";
import { hashLinkToken, newSessionToken } from "~/http/callers/session-cookie.server";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

const AN_HOUR = 3_600_000;
/** A link is valid as long as this window: anyone refused a new one still has one in their inbox. */
export const LINKS_PER_ACCOUNT: SharedLimit = {
  name: "sign-in-link:to",
  most: 5,
  windowMs: AN_HOUR,
  refusal:
    "Several sign-in links were asked for already. If there is an account with this address, the newest one in its inbox still works.",
};
/** An office may sit behind one address. */
export const LINKS_PER_CALLER: SharedLimit = {
  name: "sign-in-link:by",
  most: 30,
  windowMs: AN_HOUR,
  refusal: "Too many sign-in links were asked for from this address.",
};

/**
 * Requests a mailed link, which allows signing in even if others have used up the account's attempts. The worker looks
 * up whether the address is known: here a known and an unknown one run the same statements, in the same time, with the
 * same answer.
 *
 * @param wanted.email in lower case
 * @throws ProblemError too_many_requests
 */
export async function askForSignInLink(
  wanted: { email: string; origin: string },
  clientAddress: string,
  now: Date,
): Promise<void> {
  await requireWithinSharedLimit(LINKS_PER_CALLER, toAddressKey(clientAddress), now);
  await requireWithinSharedLimit(LINKS_PER_ACCOUNT, wanted.email, now);
  await enqueue(db, "mail-sign-in-link", { ...wanted, requestId: randomUUID() });
}

/**
 * The worker's part: a mail to an account that works in a shop, in the name of the first of its shops. In English, like
 * the admin.
 */
export async function mailSignInLink(
  { email, origin, requestId }: TaskPayload<"mail-sign-in-link">,
  now: Date,
): Promise<void> {
  const account = await findStaffAccount(email);
  const first = account && (await listShopsOfStaff(account.id))[0];
  const shop = first && (await findShopSettings(first.id));
  if (!account || !shop) return;
  const dedupeKey = `sign-in-link:${requestId}`;
  if (await findMailOfKey(shop.id, dedupeKey)) return;
  const token = newSessionToken();
  const expiresAt = new Date(now.getTime() + AN_HOUR);
  const rendered = composeMail(
    {
      subject: "Your sign-in link for Perennial",
      heading: "Sign in to Perennial",
      name: account.name,
      paragraphs: [
        "Use this link to sign in even though there have been too many wrong passwords for your account. You will still need your password.",
        "The link is good for one hour and for one sign-in.",
      ],
      button: { label: "Sign in", url: `${origin}/admin/sign-in?token=${token}` },
      afterwards: [
        "Didn’t ask for this? You can ignore this e-mail: nobody gets in without your password. Please don’t share the link.",
      ],
      footer: `You’re receiving this e-mail because somebody asked for a sign-in link for your account at ${shop.name}.`,
    },
    { shop, settings: await readPortalSettings(shop.id), language: "en" },
  );
  await inTransaction(async (tx) => {
    await insertKnownBrowser(tx, { tokenHash: hashLinkToken(token), staffId: account.id, expiresAt });
    const mail = {
      ...rendered,
      kind: "sign_in_link",
      recipient: account.email,
      dedupeKey,
      expiresAt,
    } as const;
    await queueMail(tx, shop.id, mail, now);
  });
}
