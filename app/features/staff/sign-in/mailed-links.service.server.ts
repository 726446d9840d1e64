import { randomUUID } from "node:crypto";
import { toAddressKey } from "~/access/address-key";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import type { MailKind } from "~/features/mail/mail-kind";
import { composeMail } from "~/features/mail/mail-theme.server";
import { findMailOfKey } from "~/features/mail/mails.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { findStaffAccount, listShopsOfStaff } from "~/features/staff/staff.repo.server";
import { newSessionToken } from "~/http/callers/session-cookie.server";
import type { RealTime } from "~/lib/clocks";
import { enqueue } from "~/queue/enqueue.server";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

const AN_HOUR = 3_600_000;

/** A link that a person requests and gets by mail, if the address belongs to an account. Valid once and for an hour. */
export type MailedLink = {
  task: "mail-sign-in-link" | "mail-password-reset";
  /** A link is valid as long as this window: anyone refused a new one still has one in their inbox. */
  perAccount: SharedLimit;
  /** Higher, since an office may share one address. */
  perCaller: SharedLimit;
  mailKind: MailKind;
  /** The page it opens; the token is appended. */
  page: string;
  hash(token: string): string;
  store(tx: Queryable, row: { tokenHash: string; staffId: number; expiresAt: Date }): Promise<void>;
  texts: {
    subject: string;
    heading: string;
    paragraphs: string[];
    button: string;
    afterwards: string[];
    footer(shopName: string): string;
  };
};

/** The usual limits. @param name unique @param links plural, as in "Several …" */
export const limitsOfLink = (name: string, links: string) => ({
  perAccount: {
    name: `${name}:to`,
    most: 5,
    windowMs: AN_HOUR,
    refusal: `Several ${links} were asked for already. If there is an account with this address, the newest one in its inbox still works.`,
  },
  perCaller: {
    name: `${name}:by`,
    most: 30,
    windowMs: AN_HOUR,
    refusal: `Too many ${links} were asked for from this address.`,
  },
});

/**
 * Requests a mailed link. The worker looks up whether the address is known: here a known and an unknown one run the same
 * statements, in the same time, with the same answer.
 *
 * @param wanted.email in lower case
 * @throws ProblemError too_many_requests
 */
export async function askForLink(
  link: MailedLink,
  wanted: { email: string; origin: string },
  clientAddress: string,
  now: RealTime,
): Promise<void> {
  await requireWithinSharedLimit(link.perCaller, toAddressKey(clientAddress), now);
  await requireWithinSharedLimit(link.perAccount, wanted.email, now);
  await enqueue(db, link.task, { ...wanted, requestId: randomUUID() });
}

/**
 * The worker's part: a mail to an account that works in a shop, in the name of the first of its shops. In English, like
 * the admin.
 */
export async function mailLink(
  link: MailedLink,
  { email, origin, requestId }: { email: string; origin: string; requestId: string },
  now: RealTime,
): Promise<void> {
  const account = await findStaffAccount(email);
  const first = account && (await listShopsOfStaff(account.id))[0];
  const shop = first && (await findShopSettings(first.id));
  if (!account || !shop) return;
  const dedupeKey = `${link.mailKind.replaceAll("_", "-")}:${requestId}`;
  if (await findMailOfKey(shop.id, dedupeKey)) return;
  const { button, footer, ...texts } = link.texts;
  const settings = await readPortalSettings(shop.id);
  const at = await findShopNow(shop, now);
  await inTransaction(async (tx) => {
    const { url, expiresAt } = await makeLink(tx, link, account.id, origin, now);
    const content = {
      ...texts,
      name: account.name,
      button: { label: button, url },
      footer: footer(shop.name),
    };
    const rendered = composeMail(content, { shop, settings, language: "en" });
    const mail = { ...rendered, kind: link.mailKind, recipient: account.email, dedupeKey, expiresAt };
    await queueMail(tx, shop.id, mail, at);
  });
}

/** Creates a link of this kind for an account; only the hash of its token is stored. */
export async function makeLink(
  tx: Queryable,
  link: MailedLink,
  staffId: number,
  origin: string,
  now: RealTime,
): Promise<{ url: string; expiresAt: Date }> {
  const token = newSessionToken();
  const expiresAt = new Date(now.getTime() + AN_HOUR);
  await link.store(tx, { tokenHash: link.hash(token), staffId, expiresAt });
  return { url: `${origin}${link.page}?token=${token}`, expiresAt };
}
