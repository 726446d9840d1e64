import { findShopSettings } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import { toReturnAddress } from "~/features/mail/mail-returns.server";
import { handOver, hasMailServer, readMailFailure } from "~/features/mail/mail-transport.server";
import {
  findMail,
  insertMail,
  type MailRow,
  type NewMail,
  setBounced,
  setCreatedEmail,
  setEmailFailed,
  updateMail,
} from "~/features/mail/mails.repo.server";
import { env } from "~/lib/env.server";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** With the queue's growing delays, about three hours. */
const MOST_ATTEMPTS = 10;

/**
 * Queues a mail in the transaction of the change it is about: rendered now, sent only if that commits.
 * @returns its id; null when there is one with the same key
 */
export async function queueMail(
  tx: Queryable,
  shopId: number,
  mail: NewMail,
  now: Date,
): Promise<number | null> {
  const mailId = await insertMail(tx, shopId, mail, now);
  if (mailId === null) return null;
  const options = { jobKey: `mail:${shopId}:${mailId}`, maxAttempts: MOST_ATTEMPTS };
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
  if (mail.expiresAt && mail.expiresAt <= now)
    return void (await finishFailed(mail, "It could not be delivered in time.", now));
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
      // One click, without a visit of the page (RFC 8058).
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

function finishSent(mail: MailRow, now: Date): Promise<void> {
  // Deleted once sent, since the text may hold a link that signs its reader in. Without a mail server the page “Mails”
  // shows it.
  const content = hasMailServer() ? { text: null, html: null } : {};
  return inTransaction(async (tx) => {
    await updateMail(tx, mail.shopId, mail.id, {
      ...content,
      status: "SENT",
      attempts: mail.attempts + 1,
      lastError: null,
      finishedAt: now,
    });
    await noteCreatedEmail(tx, mail, "SENT");
    if (mail.customerId !== null && hasMailServer())
      await setEmailFailed(tx, mail.shopId, { customerId: mail.customerId, email: mail.recipient }, false);
  });
}

/** After a permanent failure: flags the customer's contracts and adds it to the history of each. */
function finishFailed(mail: MailRow, reason: string, now: Date): Promise<void> {
  const { shopId, id } = mail;
  return inTransaction(async (tx) => {
    await updateMail(tx, shopId, id, {
      status: "FAILED",
      attempts: mail.attempts + 1,
      lastError: reason,
      finishedAt: now,
      text: null,
      html: null,
    });
    await markContracts(tx, mail, reason, now);
  });
}

/** An accepted mail came back. A second report about it has no effect. */
export function recordBounce(mail: MailRow, reason: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const isNew = await setBounced(tx, mail.shopId, mail.id, { lastError: reason, finishedAt: now });
    if (isNew) await markContracts(tx, mail, reason, now);
  });
}

/** Only the mail about a new contract tells whether that contract's was sent. */
async function noteCreatedEmail(
  tx: Queryable,
  { kind, shopId, contractId }: MailRow,
  status: "SENT" | "FAILED",
): Promise<void> {
  if (kind === "notice_created" && contractId !== null) await setCreatedEmail(tx, shopId, contractId, status);
}

async function markContracts(tx: Queryable, mail: MailRow, reason: string, now: Date): Promise<void> {
  const { shopId, customerId, kind, recipient } = mail;
  await noteCreatedEmail(tx, mail, "FAILED");
  if (customerId === null) return;
  const audit: Audit = { actor: { type: "system", name: "Mail" }, requestId: null, now };
  const contractIds = await setEmailFailed(tx, shopId, { customerId, email: recipient }, true);
  await appendActivities(
    tx,
    contractIds.map((contractId) => ({
      entry: {
        shopId,
        contractId,
        action: "contract.email_failed" as const,
        after: { mail: kind, reason },
      },
      audit,
    })),
  );
}
