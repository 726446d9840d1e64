import { findShopSettings } from "~/access/shops.repo.server";
import type { ShopInstant } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { finishFailed, finishSent } from "./mail-outcomes.service.server";
import { toReturnAddress } from "./mail-returns.server";
import { handOver, readMailFailure } from "./mail-transport.server";
import { findMail, insertMail, type MailRow, type NewMail, updateMail } from "./mails.repo.server";

const TOO_LATE = "It could not be delivered in time.";
/** With the queue's growing delays, about three hours. */
const MOST_ATTEMPTS = 10;

export const toMailKey = (shopId: number, mailId: number): string => `mail:${shopId}:${mailId}`;

/**
 * Queues a mail in the transaction of the change it is about: rendered now, sent only if that commits.
 * @param at its date: all mails of a shop are dated by its clock, also those whose links expire by the real one
 * @returns its id; null when there is one with the same key
 */
export async function queueMail(
  tx: Queryable,
  shopId: number,
  mail: NewMail,
  at: ShopInstant,
): Promise<number | null> {
  const mailId = await insertMail(tx, shopId, mail, at);
  if (mailId === null) return null;
  const options = { jobKey: toMailKey(shopId, mailId), maxAttempts: MOST_ATTEMPTS };
  await enqueue(tx, "send-mail", { shopId, mailId }, options);
  return mailId;
}

/**
 * One attempt to send a mail that is still waiting.
 * @throws when it was not accepted but may be later: the queue then tries again
 */
export async function sendMail(shopId: number, mailId: number, now: Date): Promise<void> {
  const mail = await findMail(shopId, mailId);
  if (mail?.status !== "QUEUED") return;
  if (mail.expiresAt && mail.expiresAt <= now) return void (await finishFailed(mail, TOO_LATE, now));
  try {
    await handOver(await toMessage(mail), `${shopId}-${mailId}.eml`);
  } catch (error) {
    const failure = readMailFailure(error);
    const attempts = mail.attempts + 1;
    if (failure.isPermanent || attempts >= MOST_ATTEMPTS)
      return void (await finishFailed(mail, failure.text, now));
    await inTransaction((tx) => updateMail(tx, shopId, mailId, { attempts, lastError: failure.text }));
    throw new Error(failure.text);
  }
  await finishSent(mail, now);
}

/**
 * Gives up a mail whose job the queue has given up. That may be before our own last try: the queue also counts tries
 * during which a process died. A mail that is not waiting, or that has another job, stays as it is.
 */
export async function giveUpMail(shopId: number, mailId: number, now: Date): Promise<void> {
  const mail = await findMail(shopId, mailId);
  if (mail?.status !== "QUEUED" || (await hasLiveJob(db, toMailKey(shopId, mailId)))) return;
  await finishFailed(mail, mail.lastError ?? TOO_LATE, now);
}

/** For a mail that was waiting when its shop was closed: it would be out of date once the shop is open again. */
export async function dropMail(shopId: number, mailId: number, now: Date): Promise<void> {
  const mail = await findMail(shopId, mailId);
  if (mail?.status === "QUEUED") await finishFailed(mail, "The shop was closed.", now);
}

/** The sender's name is the shop's; replies go to an address only when the operator has set one. */
async function toMessage(mail: MailRow) {
  const { shopId, id, recipient, subject, text, html, unsubscribeUrl } = mail;
  const shop = await findShopSettings(shopId);
  if (!shop) throw new Error("the shop of a mail is gone");
  const address = env.MAIL_FROM ?? `no-reply@${shop.storeDomain}`;
  return {
    from: { name: shop.name, address },
    to: recipient,
    subject,
    text: text ?? "",
    html: html ?? "",
    // The same id at every attempt, for servers that accepted the mail but could not say so.
    messageId: `<mail-${shopId}-${id}@${address.split("@")[1]}>`,
    // Only the headers are to be returned: the text may hold a link that signs its reader in.
    dsn: { ret: "HDRS" as const },
    envelope: { from: toReturnAddress(mail) ?? address, to: recipient },
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      // One click, without visiting the page (RFC 8058).
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}
