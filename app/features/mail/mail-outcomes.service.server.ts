import type { Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { hasMailServer } from "./mail-transport.server";
import { type MailRow, setBounced, setCreatedEmail, setEmailFailed, updateMail } from "./mails.repo.server";

/** A server has accepted the mail. If it has already come back, that outcome stays. */
export function finishSent(mail: MailRow, now: Date): Promise<void> {
  // Deleted once sent, since the text may hold a link that signs its reader in. Without a mail server the page “Mails”
  // shows it.
  const content = hasMailServer() ? { text: null, html: null } : {};
  return inTransaction(async (tx) => {
    const changed = await updateMail(tx, mail.shopId, mail.id, {
      ...content,
      status: "SENT",
      attempts: mail.attempts + 1,
      lastError: null,
      finishedAt: now,
    });
    if (changed === 0) return;
    await noteCreatedEmail(tx, mail, "SENT");
    if (mail.customerId !== null && hasMailServer())
      await setEmailFailed(tx, mail.shopId, { customerId: mail.customerId, email: mail.recipient }, false);
  });
}

/** After a permanent failure: flags the customer's contracts and adds it to the history of each. */
export function finishFailed(mail: MailRow, reason: string, now: Date): Promise<void> {
  const { shopId, id } = mail;
  return inTransaction(async (tx) => {
    const changed = await updateMail(tx, shopId, id, {
      status: "FAILED",
      attempts: mail.attempts + 1,
      lastError: reason,
      finishedAt: now,
      text: null,
      html: null,
    });
    if (changed > 0) await markContracts(tx, mail, reason, now);
  });
}

/** An accepted mail came back. A second report about it has no effect. */
export function recordBounce(mail: MailRow, reason: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const isNew = await setBounced(tx, mail.shopId, mail.id, { lastError: reason, finishedAt: now });
    if (isNew) await markContracts(tx, mail, reason, now);
  });
}

/** Only the mail about a new contract sets the contract's status of that mail. */
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
