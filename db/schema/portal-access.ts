import { boolean, index, text } from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "./activity";
import { instant, int64, oneOf } from "./columns";
import { tenantTable } from "./tenant-table";

/** A LINK is sent or copied to somebody; a SESSION replaces a single-use link. */
export const PORTAL_TOKEN_KINDS = ["LINK", "SESSION"] as const;

/**
 * Every portal token that was issued. Without its row a token opens nothing, which is how it is revoked. The token
 * itself is not stored, and its id is useless without the key that seals it.
 */
export const portalTokens = tenantTable(
  "portal_tokens",
  ["id"],
  {
    /** The token's own id (`jti`): 128 random bits, base64url. */
    id: text("id").notNull(),
    kind: text("kind", { enum: PORTAL_TOKEN_KINDS }).notNull(),
    /** The platform's customer id. */
    customerId: int64("customer_id").notNull(),
    /** Our contract id, if it was issued from a contract's page. */
    contractId: int64("contract_id"),
    issuedByType: text("issued_by_type", { enum: ACTOR_TYPES }).notNull(),
    issuedByName: text("issued_by_name").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The shop's setting when it was issued; such a link can only be exchanged for a session, once. */
    isSingleUse: boolean("is_single_use").notNull(),
    /** When a single-use link was exchanged. */
    usedAt: instant("used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    index("portal_tokens_customer_idx").on(t.shopId, t.customerId, t.createdAt),
    index("portal_tokens_expires_idx").on(t.shopId, t.expiresAt),
    oneOf("portal_tokens_kind_check", "kind", PORTAL_TOKEN_KINDS),
    oneOf("portal_tokens_issued_by_type_check", "issued_by_type", ACTOR_TYPES),
  ],
);
