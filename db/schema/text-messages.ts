import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

export const TEXT_MESSAGE_KINDS = ["notice", "notice_created", "notice_test"] as const;
/** FAILED: the gateway refused it, or did not take it in time. */
export const TEXT_MESSAGE_STATUSES = ["QUEUED", "SENT", "FAILED"] as const;

/** Text messages, written in the transaction that causes them; a job hands each to the gateway. */
export const textMessages = tenantTable(
  "text_messages",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: TEXT_MESSAGE_KINDS }).notNull(),
    status: text("status", { enum: TEXT_MESSAGE_STATUSES }).notNull(),
    /** The same at every try: a gateway that has it already does not send it again. */
    key: uuid("key").notNull().defaultRandom(),
    /** E.164. */
    recipient: text("recipient").notNull(),
    text: text("text").notNull(),
    /** How many messages it is split into. */
    segments: integer("segments").notNull(),
    /** The recipient; null = staff. */
    customerId: int64("customer_id"),
    /** Our contract id, if it is about one. */
    contractId: int64("contract_id"),
    /** A second message with the same key is not created: the work that causes it may run twice. */
    dedupeKey: text("dedupe_key"),
    attempts: integer("attempts").notNull().default(0),
    /** The gateway's last answer, without the number. */
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    uniqueIndex("text_messages_dedupe_key").on(t.shopId, t.dedupeKey).where(sql`dedupe_key is not null`),
    index("text_messages_customer_idx").on(t.shopId, t.customerId, t.id),
    // For deleting old ones (jobs/retention).
    index("text_messages_finished_idx").on(t.shopId, t.finishedAt),
    refersTo("text_messages_customer_fkey", t.customerId, customers),
    oneOf("text_messages_kind_check", "kind", TEXT_MESSAGE_KINDS),
    oneOf("text_messages_status_check", "status", TEXT_MESSAGE_STATUSES),
  ],
);
