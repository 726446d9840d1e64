import { sql } from "drizzle-orm";
import { check, index, text, uuid } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

/** OPEN: the customer is, or may be, at the gateway. DONE: their contracts have the new method. OVER: it came to nothing. */
const METHOD_UPDATE_STATES = ["OPEN", "DONE", "OVER"] as const;

/** A customer gives another payment method on their gateway's own page; stored before they are sent there. */
export const methodUpdates = tenantTable(
  "method_updates",
  ["id"],
  {
    id: uuid("id").notNull(),
    customerId: int64("customer_id").notNull(),
    /** Wire ids of the contracts that get it; the first is the one that it was asked on. */
    contractIds: int64("contract_ids").array().notNull(),
    gateway: text("gateway").notNull(),
    /** The gateway's name of the page; null until it has answered. */
    page: text("page"),
    state: text("state", { enum: METHOD_UPDATE_STATES }).notNull(),
    /** What came of it. */
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
 * Ways back from a gateway's page into the portal. The code in the address is not stored, only its hash; it lets its
 * customer in once, for ten minutes after they were sent away (decision 050).
 */
export const portalReturns = tenantTable(
  "portal_returns",
  ["codeHash"],
  {
    codeHash: text("code_hash").notNull(),
    customerId: int64("customer_id").notNull(),
    /** The wire's. */
    contractId: int64("contract_id").notNull(),
    /** What they were sent away for: to pay an order, or to give another payment method. */
    attemptId: int64("attempt_id"),
    updateId: uuid("update_id"),
    /** The portal token they went away with: what was revoked meanwhile does not come back. */
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
