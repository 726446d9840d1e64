import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

export const MAIL_KINDS = [
  "portal_link",
  "payment_update_asked",
  "payment_update_wanted",
  "bulk_automation_done",
  "referral_welcome",
  "referral_reward",
  "payment_failed",
  "sign_in_link",
  "password_reset",
  "password_changed",
  "staff_invitation",
  "weekly_digest",
  "notice",
  "notice_created",
  "notice_test",
] as const;
/** FAILED: the address refused it, or no server took it in time. BOUNCED: it was taken and returned. Both are final. */
export const MAIL_STATUSES = ["QUEUED", "SENT", "FAILED", "BOUNCED"] as const;

/**
 * Mails, rendered once, in the transaction that causes them; a job sends each. The text is deleted once a server has
 * taken it: it may hold a link that signs its reader in.
 */
export const mails = tenantTable(
  "mails",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    status: text("status", { enum: MAIL_STATUSES }).notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text"),
    html: text("html"),
    /** The recipient; null = staff, or a friend (`mail-kind.ts`). */
    customerId: int64("customer_id"),
    /** Our contract id, if it is about one. */
    contractId: int64("contract_id"),
    /** A second mail with the same key is not created: the work that causes it may run twice. */
    dedupeKey: text("dedupe_key"),
    /** Where the reader can unsubscribe (RFC 8058); null = it reports something that has happened. */
    unsubscribeUrl: text("unsubscribe_url"),
    /** Secret part of its return address (mail-returns.server.ts): only the recipient can report it as returned. */
    returnCode: text("return_code"),
    attempts: integer("attempts").notNull().default(0),
    /** The mail server's last answer, without the address. */
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    /** When it expires: it is not sent after that. */
    expiresAt: instant("expires_at"),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    uniqueIndex("mails_dedupe_key").on(t.shopId, t.dedupeKey).where(sql`dedupe_key is not null`),
    index("mails_customer_idx").on(t.shopId, t.customerId, t.id),
    // For deleting old ones (jobs/retention).
    index("mails_finished_idx").on(t.shopId, t.finishedAt),
    refersTo("mails_customer_fkey", t.customerId, customers),
    oneOf("mails_kind_check", "kind", MAIL_KINDS),
    oneOf("mails_status_check", "status", MAIL_STATUSES),
  ],
);
