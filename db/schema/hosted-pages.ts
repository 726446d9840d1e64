import { sql } from "drizzle-orm";
import { check, index, text, uuid } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

/**
 * OPEN: the customer is, or may be, on the gateway's page. DONE: their contracts have the new method. OVER: nothing
 * changed.
 */
const METHOD_UPDATE_STATES = ["OPEN", "DONE", "OVER"] as const;

/** A customer enters another payment method on the gateway's own page; stored before they are sent there. */
export const methodUpdates = tenantTable(
  "method_updates",
  ["id"],
  {
    id: uuid("id").notNull(),
    customerId: int64("customer_id").notNull(),
    /** Wire ids of the contracts that get it; the first is the one that the customer came from. */
    contractIds: int64("contract_ids").array().notNull(),
    gateway: text("gateway").notNull(),
    /** The gateway's id of the page; null until it has answered. */
    page: text("page"),
    state: text("state", { enum: METHOD_UPDATE_STATES }).notNull(),
    /** The resulting payment method. */
    paymentMethodId: text("payment_method_id"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    refersTo("method_updates_customer_fkey", t.customerId, customers),
    index("method_updates_created_idx").on(t.shopId, t.createdAt),
    oneOf("method_updates_state_check", "state", METHOD_UPDATE_STATES),
  ],
);

/**
 * Ways back from a gateway's page into the portal. The code in the address is stored only as a hash; it signs its
 * customer in once, for ten minutes after they were sent away (decision 050).
 */
export const portalReturns = tenantTable(
  "portal_returns",
  ["codeHash"],
  {
    codeHash: text("code_hash").notNull(),
    customerId: int64("customer_id").notNull(),
    /** The wire's id. */
    contractId: int64("contract_id").notNull(),
    /** The order to pay; null for a change of the payment method. */
    attemptId: int64("attempt_id"),
    updateId: uuid("update_id"),
    /** The portal token they left with: if it was revoked meanwhile, the way back does not work. */
    tokenId: text("token_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    index("portal_returns_expires_idx").on(t.shopId, t.expiresAt),
    check("portal_returns_about_check", sql`(attempt_id is null) <> (update_id is null)`),
  ],
);
