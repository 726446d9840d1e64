import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int64, oneOf, recordedAt } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * Thin outgoing events, one or more per change, written in the change's own transaction (wire.md §2 "Events"). The row
 * says what happened; the body is rendered at first read or delivery. `position` is the place in the shop's stream,
 * given after commit: ids taken inside transactions commit out of order, and a reader would miss some.
 */
export const events = tenantTable(
  "events",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** For contract events without the family prefix (`paused`), which each shop chooses; for others the full name. */
    type: text("type").notNull(),
    contractId: int64("contract_id"),
    contractVersion: integer("contract_version"),
    billingAttemptId: int64("billing_attempt_id"),
    /** The subject, if it is no contract: a bulk automation, an import, a referral. */
    subjectId: int64("subject_id"),
    changedFields: text("changed_fields").array().notNull(),
    /** Event facts, which cannot be looked up later: why a payment failed, when it is tried again (docs/wire.md §6). */
    facts: jsonb("facts").$type<Record<string, unknown>>(),
    position: int64("position"),
    /** Number of this event within its contract, from 1; given with the position. */
    sequence: int64("sequence"),
    /** `data` on the wire, from its first read on. */
    body: jsonb("body").$type<Record<string, unknown>>(),
    createdAt: instant("created_at").notNull(),
    recordedAt: recordedAt(),
  },
  (t) => [
    index("events_without_position_idx").on(t.shopId, t.id).where(sql`position is null`),
    uniqueIndex("events_position_key").on(t.shopId, t.position).where(sql`position is not null`),
    // For the stream of some types, of one contract, or since a time: each walks its own index, so that no page depends
    // on the stream's length.
    index("events_type_idx").on(t.shopId, t.type, t.position).where(sql`position is not null`),
    index("events_contract_idx")
      .on(t.shopId, t.contractId, t.position)
      .where(sql`position is not null and contract_id is not null`),
    index("events_created_idx").on(t.shopId, t.createdAt, t.position).where(sql`position is not null`),
  ],
);

/** Prefixes of contract events' names. */
export const EVENT_FAMILIES = ["subscription", "membership"] as const;

/** How many positions, and numbers of a contract's events, a restore leaves out: receivers may have seen them. */
export const RESTORE_LEAP = 1_000_000_000;

/** The stream of a shop. Only the holder of its row's lock may give positions, so that they are committed in order. */
export const eventStreams = tenantTable(
  "event_streams",
  [],
  {
    lastPosition: int64("last_position").notNull().default(0),
    /** Events up to this position have been deleted. */
    deletedUpTo: int64("deleted_up_to").notNull().default(0),
    /**
     * The last position of the back-up that was restored last; null if none was. The `RESTORE_LEAP` positions after it
     * may have been given to events that the back-up does not have.
     */
    restoredFrom: int64("restored_from"),
    family: text("family", { enum: EVENT_FAMILIES }).notNull().default("subscription"),
  },
  () => [oneOf("event_streams_family_check", "family", EVENT_FAMILIES)],
);

/** How many events a contract has had; fewer may be kept. */
export const eventSequences = tenantTable("event_sequences", ["contractId"], {
  contractId: int64("contract_id").notNull(),
  lastSequence: int64("last_sequence").notNull(),
});
