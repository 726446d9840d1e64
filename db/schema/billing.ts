import { sql } from "drizzle-orm";
import { check, index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import { ATTEMPT_STATUSES } from "./attempt-enums";
import { DECLINE_CLASSES } from "./charge-enums";
import { instant, int64, money, oneOf } from "./columns";
import { contracts } from "./contracts";
import { tenantTable } from "./tenant-table";

/**
 * One order of a contract: planned (QUEUED), made (SUCCESS / FAILURE), skipped (SKIPPED), or parked while the contract
 * is paused.
 */
export const billingAttempts = tenantTable(
  "billing_attempts",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    contractId: int64("contract_id").notNull(),
    status: text("status", { enum: ATTEMPT_STATUSES }).notNull(),
    billingDate: instant("billing_date").notNull(),
    /** The date of the schedule that it stands for, where it has another day: moved by hand or billed early. Null: its own. */
    slot: instant("slot"),
    /** The slot it stood for in the plan before: in the present one that date is free. An undo of the plan gives it back. */
    formerSlot: instant("former_slot"),
    /**
     * On a SKIPPED one that a split handed over: the order of the former contract that paid for this one's date, too. It
     * only keeps the plan off that date: it is no order of its contract (`IS_OWN`, `requireOwnOrder`). Null: any other.
     */
    paidWithId: int64("paid_with_id"),
    idempotencyKey: uuid("idempotency_key").notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    attemptTime: instant("attempt_time"),
    completedAt: instant("completed_at"),
    createdAt: instant("created_at").notNull(),
    orderId: int64("order_id"),
    orderName: text("order_name"),
    orderAmount: money("order_amount"),
    orderNote: text("order_note"),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    /** Who has to act on the failure: `later`, `customer`, `merchant` or `never` (declines.ts). */
    errorClass: text("error_class", { enum: DECLINE_CLASSES }),
    /** Time of the first failed try: the days of dunning are counted from it. */
    firstFailedAt: instant("first_failed_at"),
    /** Error code of that first failure. */
    firstErrorCode: text("first_error_code"),
    /** When its payment was given up; stays if it is paid later. */
    givenUpAt: instant("given_up_at"),
    /** The gateway's only payment for this order, charged again for each try. */
    gatewayRef: text("gateway_ref"),
    /** What the billing engine does next: another try, another look-up of a charge, or the end of dunning. */
    nextStep: text("next_step", { enum: ["TRY", "LOOK", "END"] }),
    /** When, by the shop's clock. */
    nextStepAt: instant("next_step_at"),
    /** Lease: until then (real clock) one process works on it. If that process dies, another takes over afterwards. */
    leaseUntil: instant("lease_until"),
    /**
     * Since when the order cannot be prepared at the gateway (out of reach, or it refuses): it is tried every few
     * minutes, and the merchant is notified. Null again once a try is stored.
     */
    putOffSince: instant("put_off_since"),
    /** Address where the customer's bank asks for confirmation. */
    actionUrl: text("action_url"),
  },
  (t, refersTo) => [
    refersTo("billing_attempts_contract_fkey", t.contractId, contracts).onDelete("cascade"),
    // Also for the release before, which would take it for an order that can be taken back.
    check("billing_attempts_paid_with_check", sql`paid_with_id is null or status = 'SKIPPED'`),
    unique("billing_attempts_slot_key").on(t.shopId, t.contractId, t.billingDate),
    // Orders whose former day is to come: few among all.
    index("billing_attempts_moved_idx").on(t.shopId, t.contractId, t.slot).where(sql`slot is not null`),
    // Many are due at the same moment: without the id a claim of the next few would sort them all.
    index("billing_attempts_due_idx").on(t.shopId, t.status, t.billingDate, t.id),
    index("billing_attempts_order_search_idx")
      .using("gin", sql`search_grams(shop_id, order_name)`)
      .where(sql`order_name is not null`),
    index("billing_attempts_next_step_idx").on(t.shopId, t.nextStepAt).where(sql`next_step_at is not null`),
    // Orders that were tried, by number of tries.
    index("billing_attempts_tried_idx")
      .on(t.shopId, t.attemptCount, t.billingDate, t.id)
      .where(sql`attempt_count > 0`),
    // Recovered orders: few among the many that were paid.
    index("billing_attempts_recovered_idx")
      .on(t.shopId, t.completedAt)
      .where(sql`status = 'SUCCESS' and first_failed_at is not null`),
    // Orders skipped for want of payment: few among those that were skipped.
    index("billing_attempts_left_out_idx")
      .on(t.shopId, t.billingDate)
      .where(sql`status = 'SKIPPED' and given_up_at is not null`),
    // By amount, for lists.
    index("billing_attempts_amount_idx")
      .on(t.shopId, sql`coalesce(order_amount, 0)`, t.id)
      .where(sql`status = 'SUCCESS'`),
    // By the days on which orders are counted (app/features/billing/orders/order-day-sql.server.ts).
    index("billing_attempts_paid_idx")
      .on(t.shopId, sql`coalesce(completed_at, billing_date)`, t.id)
      .where(sql`status = 'SUCCESS'`),
    index("billing_attempts_failed_idx")
      .on(t.shopId, t.firstFailedAt, t.id)
      .where(sql`first_failed_at is not null`),
    index("billing_attempts_lost_idx").on(t.shopId, t.givenUpAt, t.id).where(sql`given_up_at is not null`),
    // Orders that only the merchant can help: few among all.
    index("billing_attempts_held_idx")
      .on(t.shopId, t.billingDate, t.id)
      .where(sql`put_off_since is not null or error_class = 'merchant' and status = 'FAILURE'`),
    oneOf("billing_attempts_status_check", "status", ATTEMPT_STATUSES),
    check("billing_attempts_next_step_check", sql`(next_step is null) = (next_step_at is null)`),
  ],
);
