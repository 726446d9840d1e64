import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * Thin outgoing events, one or more a change, written in the change's own transaction (wire.md §2 "Events"). What
 * happened stands here; the body is rendered at first read or delivery. `position` is the place in the shop's stream:
 * given after commit, for ids taken inside transactions commit out of order and would be missed by a reader.
 */
export const events = tenantTable(
  "events",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** For contract events without the family prefix (`paused`), which each shop chooses; for others the whole name. */
    type: text("type").notNull(),
    contractId: int64("contract_id"),
    contractVersion: integer("contract_version"),
    billingAttemptId: int64("billing_attempt_id"),
    /** What it is about, if no contract: a bulk automation, an import, a referral. */
    subjectId: int64("subject_id"),
    changedFields: text("changed_fields").array().notNull(),
    /** What cannot be read later as it was then: why a payment failed, when it is tried again (docs/wire.md §6). */
    facts: jsonb("facts").$type<Record<string, unknown>>(),
    position: int64("position"),
    body: jsonb("body").$type<Record<string, unknown>>(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("events_without_position_idx").on(t.shopId, t.id).where(sql`position is null`),
    uniqueIndex("events_position_key").on(t.shopId, t.position).where(sql`position is not null`),
  ],
);
