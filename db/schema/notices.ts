import { sql } from "drizzle-orm";
import { check, index, integer, text, unique } from "drizzle-orm/pg-core";
import { instant, int64, oneOf, recordedAt } from "./columns";
import { customers } from "./customers";
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_REASONS, NOTICE_STATES } from "./notice-enums";
import { PORTAL_LANGUAGES } from "./portal-enums";
import { tenantTable } from "./tenant-table";

/** Which notices a shop sends; no row = none but that of failed payments (decision 064). */
export const noticeSettings = tenantTable(
  "notice_settings",
  [],
  {
    mailKinds: text("mail_kinds", { enum: NOTICE_KINDS }).array().notNull(),
    smsKinds: text("sms_kinds", { enum: NOTICE_KINDS }).array().notNull().default([]),
    /** How many days before its date an order is announced. */
    upcomingDays: integer("upcoming_days").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  () => [check("notice_settings_days_check", sql`upcoming_days between 1 and 30`)],
);

/** How far a shop's events have become notices, and its orders been announced. Its row is locked meanwhile. */
export const noticeProgress = tenantTable("notice_progress", [], {
  /** Events up to this position are done. */
  position: int64("position").notNull(),
  /** Orders up to this date are announced; null = the shop has announced none yet. */
  announcedUntil: instant("announced_until"),
});

/** A shop's own texts, every version; the newest counts. A version without a text is a return to ours. */
export const noticeTexts = tenantTable(
  "notice_texts",
  ["kind", "channel", "language", "version"],
  {
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    channel: text("channel", { enum: NOTICE_CHANNELS }).notNull().default("MAIL"),
    language: text("language", { enum: PORTAL_LANGUAGES }).notNull(),
    version: integer("version").notNull(),
    /** For mails. */
    subject: text("subject"),
    body: text("body"),
    /** Who saved it. */
    savedBy: text("saved_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  () => [
    oneOf("notice_texts_kind_check", "kind", NOTICE_KINDS),
    oneOf("notice_texts_channel_check", "channel", NOTICE_CHANNELS),
    check("notice_texts_words_check", sql`(subject is null) = (body is null or channel = 'SMS')`),
  ],
);

/** Customers who want no reminders by mail. */
export const noticeOptOuts = tenantTable(
  "notice_opt_outs",
  ["customerId"],
  { customerId: int64("customer_id").notNull(), createdAt: instant("created_at").notNull() },
  (t, refersTo) => [refersTo("notice_opt_outs_customer_fkey", t.customerId, customers)],
);

/** What customers were notified of, by which channel, and what they were not notified of, and why. */
export const notices = tenantTable(
  "notices",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    channel: text("channel", { enum: NOTICE_CHANNELS }).notNull(),
    state: text("state", { enum: NOTICE_STATES }).notNull(),
    reason: text("reason", { enum: NOTICE_REASONS }),
    /** Its cause, such as an event: one notice for it per channel. */
    cause: text("cause").notNull(),
    contractId: int64("contract_id"),
    customerId: int64("customer_id").notNull(),
    /** Its mail or text message, which may be deleted earlier. */
    mailId: int64("mail_id"),
    textMessageId: int64("text_message_id"),
    createdAt: instant("created_at").notNull(),
    recordedAt: recordedAt(),
  },
  (t) => [
    unique("notices_cause_key").on(t.shopId, t.cause, t.channel),
    index("notices_contract_idx").on(t.shopId, t.contractId, t.id),
    index("notices_customer_idx").on(t.shopId, t.customerId, t.id),
    // For deleting old ones (jobs/retention).
    index("notices_recorded_idx").on(t.shopId, sql`coalesce(recorded_at, created_at)`),
    oneOf("notices_kind_check", "kind", NOTICE_KINDS),
    oneOf("notices_channel_check", "channel", NOTICE_CHANNELS),
    oneOf("notices_state_check", "state", NOTICE_STATES),
    oneOf("notices_reason_check", "reason", NOTICE_REASONS),
  ],
);
