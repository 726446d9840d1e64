import { sql } from "drizzle-orm";
import { index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64, oneOf, recordedAt } from "./columns";
import { tenantTable } from "./tenant-table";

export const ACTOR_TYPES = ["staff", "api_key", "customer", "system"] as const;

/** Who did what to which object, with the fields before and after. Written in the transaction of the change itself. */
export const activity = tenantTable(
  "activity",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** Our contract id when a contract changed; null for settings, keys, imports. */
    contractId: int64("contract_id"),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    requestId: text("request_id"),
    /** Network address of the request, if staff or a key changed something of the shop itself; else null. */
    address: text("address"),
    /** The bulk automation that did it; null for individual changes, and for all before migration 0019. */
    bulkAutomationId: int64("bulk_automation_id"),
    createdAt: instant("created_at").notNull(),
    recordedAt: recordedAt(),
  },
  (t) => [
    index("activity_contract_idx").on(t.shopId, t.contractId, t.id),
    // For the shop's news, without the entries that an import writes for each contract, which are not shown there.
    index("activity_news_idx").on(t.shopId, t.id).where(sql`action <> 'contract.imported'`),
    // For lists of contracts that ended or were reactivated between two days: few entries change a status.
    index("activity_status_idx").on(t.shopId, t.createdAt, t.contractId).where(sql`before ? 'status'`),
    // For a contract's status at the end of a day.
    index("activity_contract_status_idx").on(t.shopId, t.contractId, t.id).where(sql`before ? 'status'`),
    // For those kept by an offer.
    index("activity_kept_idx").on(t.shopId, t.createdAt, t.contractId).where(sql`action = 'contract.kept'`),
    // For deleting old entries of the audit log (jobs/retention); recounts read those of the time zone.
    index("activity_audit_idx")
      .on(t.shopId, sql`coalesce(recorded_at, created_at)`)
      .where(sql`contract_id is null and before ->> 'timeZone' is null`),
    oneOf("activity_actor_type_check", "actor_type", ACTOR_TYPES),
  ],
);
