import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "./activity";
import { instant, int64, oneOf } from "./columns";
import { tenantTable } from "./tenant-table";

/** DRAFT: only a preview of the plan. Not visible in the API, and does not occupy the shop's only slot. */
export const AUTOMATION_STATUSES = [
  "DRAFT",
  "SCHEDULED",
  "PLANNING",
  "RUNNING",
  "PAUSED",
  "COMPLETED",
  "CANCELLED",
  "FAILED",
] as const;
/**
 * Which contracts: all of the shop, those that a list's filters match, listed ones, or those that an earlier task
 * changed.
 */
export const SELECTION_TYPES = ["ALL", "FILTER", "IDS", "UNDO"] as const;
/** PLANNED: will be changed. The others are final. */
export const ITEM_STATUSES = ["PLANNED", "SUCCEEDED", "SKIPPED", "FAILED"] as const;

/** Totals of a plan, stored with the task so that no page counts a million items. */
export type PlanSummary = {
  /** Number of items that will be skipped, by reason. */
  reasons: Record<string, number>;
  /** Sums of the values that will change, before and after, where they are money; decimal strings. */
  before?: string;
  after?: string;
};

/** One change of many contracts: what, which ones, by whom, and its progress. */
export const bulkAutomations = tenantTable(
  "bulk_automations",
  ["id"],
  {
    /** Numbered per shop (`bulkAutomationNumbers`); those from before 0019 are from one sequence of all shops. */
    id: int64("id").notNull(),
    kind: text("kind").notNull(),
    /** Parameters of the kind (by its own schema), such as the price. */
    parameters: jsonb("parameters").$type<Record<string, unknown>>().notNull(),
    status: text("status", { enum: AUTOMATION_STATUSES }).notNull(),
    selectionType: text("selection_type", { enum: SELECTION_TYPES }).notNull(),
    /** Query string of the contract list, for FILTER. */
    selectionFilter: text("selection_filter"),
    /** Our contract ids, for IDS; up to some hundred thousand, so lists do not select this column. */
    selectionIds: int64("selection_ids").array(),
    /** The task that this one undoes, for UNDO. */
    undoOf: int64("undo_of"),
    /** Changes only the first batch until somebody confirms. The column keeps an older name. */
    isFirstBatchOnly: boolean("is_trial").notNull().default(false),
    startsAt: instant("starts_at"),
    plannedAt: instant("planned_at"),
    /** Contracts of the plan, including skipped ones; null until there is one. */
    total: integer("total"),
    summary: jsonb("summary").$type<PlanSummary>(),
    /** Why the task as a whole failed, for the merchant. */
    failure: text("failure"),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    actorName: text("actor_name").notNull(),
    /** Who gets the mail when it is done; null = it was not started by signed-in staff. */
    staffId: int64("staff_id"),
    requestId: text("request_id"),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** When its end was first reported to somebody. A request for the next task before that counts as simultaneous. */
    endSeenAt: instant("end_seen_at"),
  },
  (t) => [
    // One at a time per shop, enforced here rather than by a check before the insert (wire.md §2 "6").
    uniqueIndex("bulk_automations_running_key")
      .on(t.shopId)
      .where(sql`status in ('PLANNING','RUNNING','PAUSED')`),
    // One undo per task, unless the earlier undo was cancelled or failed.
    uniqueIndex("bulk_automations_undo_key")
      .on(t.shopId, t.undoOf)
      .where(sql`undo_of is not null and status not in ('CANCELLED','FAILED')`),
    oneOf("bulk_automations_status_check", "status", AUTOMATION_STATUSES),
  ],
);

/**
 * The last number of a shop's tasks. Separate from them: previews are deleted, and their numbers must not be reused.
 */
export const bulkAutomationNumbers = pgTable("bulk_automation_numbers", {
  shopId: int64("shop_id").primaryKey(),
  last: int64("last").notNull(),
});

/**
 * The plan of a task and its outcome, contract by contract. The primary key is its only index, and pages are filled by
 * half (see the migration): an outcome is then written beside the plan, without touching any index.
 */
export const bulkAutomationItems = tenantTable("bulk_automation_items", ["automationId", "contractId"], {
  automationId: int64("automation_id").notNull(),
  /** Our contract id. */
  contractId: int64("contract_id").notNull(),
  /** The contract's version when it was planned: if it has changed since, the contract is skipped. */
  version: integer("version").notNull(),
  status: text("status", { enum: ITEM_STATUSES }).notNull(),
  /** Why it is skipped or has failed; a code. */
  reason: text("reason"),
  /** The changed value as text, for any kind; `after` is null where nothing needs to change. */
  before: text("before"),
  after: text("after"),
});

/**
 * The plan cut into ranges of contract ids, each done in one transaction by whoever holds the row's lock: when a
 * process dies, Postgres releases the lock and another process takes it. Counts are here and not on the task, where
 * workers would wait for each other. Number 0 has the first few contracts, which can be changed before all others.
 */
export const bulkAutomationBatches = tenantTable(
  "bulk_automation_batches",
  ["automationId", "number"],
  {
    automationId: int64("automation_id").notNull(),
    number: integer("number").notNull(),
    firstContractId: int64("first_contract_id").notNull(),
    lastContractId: int64("last_contract_id").notNull(),
    items: integer("items").notNull(),
    /** How many of them will be changed. */
    planned: integer("planned").notNull(),
    succeeded: integer("succeeded").notNull().default(0),
    /** Skipped because somebody else changed the contract after it was planned. */
    changed: integer("changed").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    refersTo("bulk_automation_batches_task_fkey", t.automationId, bulkAutomations).onDelete("cascade"),
  ],
);
