import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
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
    /** The how-manieth event of its contract this is, from 1; given with the position. */
    sequence: int64("sequence"),
    /** `data` on the wire, since somebody first read it. */
    body: jsonb("body").$type<Record<string, unknown>>(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("events_without_position_idx").on(t.shopId, t.id).where(sql`position is null`),
    uniqueIndex("events_position_key").on(t.shopId, t.position).where(sql`position is not null`),
    // The stream of some types, of one contract, since a time: each walks its own index, so that no page depends on how long the stream is.
    index("events_type_idx").on(t.shopId, t.type, t.position).where(sql`position is not null`),
    index("events_contract_idx")
      .on(t.shopId, t.contractId, t.position)
      .where(sql`position is not null and contract_id is not null`),
    index("events_created_idx").on(t.shopId, t.createdAt, t.position).where(sql`position is not null`),
  ],
);

/** What the names of contract events begin with. */
export const EVENT_FAMILIES = ["subscription", "membership"] as const;

/** The stream of a shop. Holding its row is the right to give positions: they are committed in their order. */
export const eventStreams = tenantTable(
  "event_streams",
  [],
  {
    lastPosition: int64("last_position").notNull().default(0),
    /** Up to here nothing is kept any more. */
    deletedUpTo: int64("deleted_up_to").notNull().default(0),
    family: text("family", { enum: EVENT_FAMILIES }).notNull().default("subscription"),
  },
  () => [oneOf("event_streams_family_check", "family", EVENT_FAMILIES)],
);

/** How many events a contract has had; those kept may be fewer. */
export const eventSequences = tenantTable("event_sequences", ["contractId"], {
  contractId: int64("contract_id").notNull(),
  lastSequence: int64("last_sequence").notNull(),
});
