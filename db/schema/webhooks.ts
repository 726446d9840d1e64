import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { tenantTable } from "./tenant-table";

/** GONE: it answered 410. Whether one that is on is FAILING follows from `failing_since`. */
export const ENDPOINT_STATES = ["ON", "OFF", "GONE"] as const;

/**
 * An address for a shop's events (wire.md §6). The tables of webhooks have no foreign keys to events, which are deleted
 * after 35 days.
 */
export const webhookEndpoints = tenantTable(
  "webhook_endpoints",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    url: text("url").notNull(),
    /** As stored in events, without family; empty = all. */
    types: text("types").array().notNull(),
    state: text("state", { enum: ENDPOINT_STATES }).notNull(),
    /** One or, for a day after a rotation, two secrets, sealed together by the key ring (app/access/sealed-value.server.ts). */
    sealed: text("sealed").notNull(),
    /** The key of the ring that sealed them. */
    sealedBy: text("sealed_by").notNull(),
    /** Events up to this position have their deliveries. */
    cursor: int64("cursor").notNull(),
    /** Positions up to this one are a replay, and may be delivered before what is already waiting. */
    replayUntil: int64("replay_until").notNull().default(0),
    /** While it is off: number of its events that were deleted before it got them. */
    missed: integer("missed").notNull().default(0),
    /** When there is something to do next; null = nothing until an event comes. */
    wakeAt: instant("wake_at"),
    /** The process that works on it, which sends nothing after `leaseUntil`. */
    leaseOwner: text("lease_owner"),
    leaseUntil: instant("lease_until"),
    /** Since its last success; null = the last round had one. */
    failingSince: instant("failing_since"),
    /** While it fails: nothing is sent before this. */
    pausedUntil: instant("paused_until"),
    failedRounds: integer("failed_rounds").notNull().default(0),
    lastSuccessAt: instant("last_success_at"),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** Serves as the version for edits. */
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("webhook_endpoints_wake_idx").on(t.wakeAt).where(sql`state = 'ON'`),
    oneOf("webhook_endpoints_state_check", "state", ENDPOINT_STATES),
  ],
);

/**
 * PARKED: given up by itself or by the receiver, until it is replayed. FAILED: a test message, which is not tried
 * again.
 */
export const DELIVERY_STATUSES = ["PENDING", "DELIVERED", "PARKED", "FAILED"] as const;

/** One try to send. */
export type DeliveryTry = {
  at: string;
  milliseconds: number;
  /** As sent with this try. */
  signature: string;
  /** Null when no answer came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** The beginning of the answer's body. */
  answer: string | null;
};

/** One event for one endpoint. */
export const webhookDeliveries = tenantTable(
  "webhook_deliveries",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    endpointId: int64("endpoint_id").notNull(),
    /** Position of the event; null for a test message. */
    position: int64("position"),
    type: text("type").notNull(),
    /** Deliveries of one contract are sent one after the other; null = in any order. */
    contractId: int64("contract_id"),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** For a pending one; null while an earlier one of the same contract is pending. */
    nextTryAt: instant("next_try_at"),
    firstFailedAt: instant("first_failed_at"),
    /** The newest ten. */
    tries: jsonb("tries").$type<DeliveryTry[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event_key")
      .on(t.shopId, t.endpointId, t.position)
      .where(sql`position is not null`),
    index("webhook_deliveries_due_idx")
      .on(t.shopId, t.endpointId, t.nextTryAt)
      .where(sql`status = 'PENDING' and next_try_at is not null`),
    // One contract's deliveries to an endpoint, in order.
    index("webhook_deliveries_lane_idx")
      .on(t.shopId, t.endpointId, t.contractId, t.position)
      .where(sql`status = 'PENDING'`),
    index("webhook_deliveries_log_idx").on(t.shopId, t.endpointId, t.id),
    index("webhook_deliveries_status_idx").on(t.shopId, t.endpointId, t.status, t.id),
    index("webhook_deliveries_created_idx").on(t.shopId, t.createdAt),
    oneOf("webhook_deliveries_status_check", "status", DELIVERY_STATUSES),
  ],
);
