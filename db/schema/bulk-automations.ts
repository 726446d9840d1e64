import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "./activity";
import { instant, int64 } from "./columns";

/** DRAFT: its plan is looked at and not yet wanted; no task yet to anybody outside, and it holds no slot. */
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
/** Which contracts: all of the shop, those a list's filters match, those named, or those an earlier task has changed. */
export const SELECTION_TYPES = ["ALL", "FILTER", "IDS", "UNDO"] as const;
/** PLANNED: to be changed. The others are verdicts. */
export const ITEM_STATUSES = ["PLANNED", "SUCCEEDED", "SKIPPED", "FAILED"] as const;

/** What a plan comes to, kept with the task: nobody counts a million items for a page. */
export type PlanSummary = {
  /** Items by why they will be skipped. */
  reasons: Record<string, number>;
  /** Sum of the values before and after over what will be changed, where values are money; decimal strings. */
  before?: string;
  after?: string;
};

/** One change of many contracts: what, of which, by whom, and how far it is. */
export const bulkAutomations = pgTable(
  "bulk_automations",
  {
    shopId: int64("shop_id").notNull(),
    /** Counted shop by shop (`bulkAutomationNumbers`); those of before 0019 are from one sequence of all shops. */
    id: int64("id").notNull(),
    kind: text("kind").notNull(),
    /** What the kind is told (its own schema), such as the price. */
    parameters: jsonb("parameters").$type<Record<string, unknown>>().notNull(),
    status: text("status", { enum: AUTOMATION_STATUSES }).notNull(),
    selectionType: text("selection_type", { enum: SELECTION_TYPES }).notNull(),
    /** Query string of the contract list, for FILTER. */
    selectionFilter: text("selection_filter"),
    /** Our contract ids, for IDS; up to some hundred thousand, so lists leave this column alone. */
    selectionIds: int64("selection_ids").array(),
    /** The task whose changes this one takes back, for UNDO. */
    undoOf: int64("undo_of"),
    /** Only the first few contracts until somebody says to go on. */
    isTrial: boolean("is_trial").notNull().default(false),
    startsAt: instant("starts_at"),
    plannedAt: instant("planned_at"),
    /** Contracts of the plan, skipped ones too; null until there is one. */
    total: integer("total"),
    summary: jsonb("summary").$type<PlanSummary>(),
    /** Why it failed as a whole, for the merchant. */
    failure: text("failure"),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    actorName: text("actor_name").notNull(),
    /** Who gets the mail when it is done; null = nobody signed in started it. */
    staffId: int64("staff_id"),
    requestId: text("request_id"),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** When somebody was first told that it is over: whoever asks for the next one after that does not ask at once with it. */
    endSeenAt: instant("end_seen_at"),
  },
  (t) => [
    primaryKey({ name: "bulk_automations_pkey", columns: [t.shopId, t.id] }),
    // One at a time per shop; the database keeps it, not a look before the insert (wire.md §2 "6").
    uniqueIndex("bulk_automations_running_key")
      .on(t.shopId)
      .where(sql`status in ('PLANNING','RUNNING','PAUSED')`),
    // Taken back once; after an undo that was cancelled or has failed, again.
    uniqueIndex("bulk_automations_undo_key")
      .on(t.shopId, t.undoOf)
      .where(sql`undo_of is not null and status not in ('CANCELLED','FAILED')`),
    check(
      "bulk_automations_status_check",
      sql`status in ('DRAFT','SCHEDULED','PLANNING','RUNNING','PAUSED','COMPLETED','CANCELLED','FAILED')`,
    ),
  ],
);

/** The last number given to a task of a shop. Not the greatest there is: previews are deleted, and theirs must not come again. */
export const bulkAutomationNumbers = pgTable("bulk_automation_numbers", {
  shopId: int64("shop_id").primaryKey(),
  last: int64("last").notNull(),
});

/**
 * The plan of a task and its outcome, contract by contract. The primary key is its only index, and pages are filled by
 * half (the migration says so): a verdict is then written beside the plan, without touching any index.
 */
export const bulkAutomationItems = pgTable(
  "bulk_automation_items",
  {
    shopId: int64("shop_id").notNull(),
    automationId: int64("automation_id").notNull(),
    /** Our contract id. */
    contractId: int64("contract_id").notNull(),
    /** Of the contract when it was planned: one that has moved since is skipped. */
    version: integer("version").notNull(),
    status: text("status", { enum: ITEM_STATUSES }).notNull(),
    /** Why it is skipped or has failed; a code. */
    reason: text("reason"),
    /** As text, whatever the kind changes; `after` is null where nothing was to be done. */
    before: text("before"),
    after: text("after"),
  },
  (t) => [
    primaryKey({ name: "bulk_automation_items_pkey", columns: [t.shopId, t.automationId, t.contractId] }),
  ],
);

/**
 * The plan cut into ranges of contract ids, each done in one transaction. Whoever has the row's lock does it: when its
 * process dies Postgres lets go, and another one takes it. Counted here, not on the task: workers would wait for each
 * other there. Number 0 has the first few contracts, for a trial.
 */
export const bulkAutomationBatches = pgTable(
  "bulk_automation_batches",
  {
    shopId: int64("shop_id").notNull(),
    automationId: int64("automation_id").notNull(),
    number: integer("number").notNull(),
    firstContractId: int64("first_contract_id").notNull(),
    lastContractId: int64("last_contract_id").notNull(),
    items: integer("items").notNull(),
    /** Of them to be changed. */
    planned: integer("planned").notNull(),
    succeeded: integer("succeeded").notNull().default(0),
    /** Skipped since somebody else has changed the contract after it was planned. */
    changed: integer("changed").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    primaryKey({ name: "bulk_automation_batches_pkey", columns: [t.shopId, t.automationId, t.number] }),
    foreignKey({
      name: "bulk_automation_batches_task_fkey",
      columns: [t.shopId, t.automationId],
      foreignColumns: [bulkAutomations.shopId, bulkAutomations.id],
    }).onDelete("cascade"),
  ],
);
