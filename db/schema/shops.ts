import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { GATEWAYS } from "./charge-enums";
import { currency, instant, int64, oneOf } from "./columns";
import { DEFAULT_PORTAL_PATH } from "./portal-path";
import { SAVED_VIEW_LISTS } from "./saved-view-lists";
import { tenantTable } from "./tenant-table";

/** Global: one row per shop. Rarely written (a reference table on Citus), so no counters and no last-seen here. */
export const shops = pgTable(
  "shops",
  {
    id: int64("id").primaryKey().generatedByDefaultAsIdentity(),
    storeDomain: text("store_domain").notNull(),
    /** The public domain in use: verified by its DNS record, or set by the operator. */
    publicDomain: text("public_domain"),
    /** Whether it was verified by its DNS record, which is then checked again every night. */
    isDomainByDns: boolean("is_domain_by_dns").notNull().default(false),
    /** The wanted public domain, until its DNS record has the token. */
    wantedDomain: text("wanted_domain"),
    domainToken: text("domain_token"),
    name: text("name").notNull(),
    portalPath: text("portal_path").notNull().default(DEFAULT_PORTAL_PATH),
    timeZone: text("time_zone").notNull().default("UTC"),
    currencyCode: currency("currency_code").notNull().default("USD"),
    /** Charges its customers; `none` = nothing is charged. */
    gateway: text("gateway", { enum: GATEWAYS }).notNull().default("none"),
    /** Whether its staff must have a second factor. */
    requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
    /**
     * The rate limit of each of its API keys, if it differs from the default (RATE_LIMIT_*): calls per second, and
     * burst.
     */
    ratePerSecond: integer("rate_per_second"),
    rateBurst: integer("rate_burst"),
    /** Since when nothing is done for it (docs/decisions/167); null: it is open. */
    closedAt: instant("closed_at"),
    /** Who closed it: their name, or that of the command line. */
    closedBy: text("closed_by"),
    /** Since when its data is being deleted: from then on it cannot be reopened. */
    deletionBegunAt: instant("deletion_begun_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    unique("shops_store_domain_key").on(t.storeDomain),
    oneOf("shops_gateway_check", "gateway", GATEWAYS),
    check("shops_rate_check", sql`rate_per_second > 0 and rate_burst > 0`),
  ],
);

/** Global: the shop of a request's host (wire.md §1 "Which shop"). Store and public domains, lower case. */
export const domains = pgTable(
  "domains",
  {
    host: text("host").primaryKey(),
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
  },
  (t) => [index("domains_shop_idx").on(t.shopId)],
);

/** Global: value of one unit of a currency in US dollars; no row = no rate, and the USD fields are null. */
export const currencyRates = pgTable("currency_rates", {
  currencyCode: currency("currency_code").primaryKey(),
  usdPerUnit: numeric("usd_per_unit", { precision: 20, scale: 10 }).notNull(),
  asOf: instant("as_of").notNull(),
});

export const staffAccounts = pgTable(
  "staff_accounts",
  {
    id: int64("id").primaryKey().generatedByDefaultAsIdentity(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The columns of the contract list that this person has chosen; null: the default. */
    contractColumns: text("contract_columns").array(),
    /** Whether single-key shortcuts work in the admin (WCAG 2.1.4). */
    hasShortcuts: boolean("has_shortcuts").notNull().default(true),
    /** When it was found to belong to no shop; null: it belongs to one, or nobody has looked yet. */
    leftAt: instant("left_at"),
  },
  (t) => [
    unique("staff_accounts_email_key").on(t.email),
    check("staff_accounts_email_lower", sql`email = lower(email)`),
  ],
);

const STAFF_ROLE_NAMES = ["owner", "editor", "viewer"] as const;

export const staffRoles = pgTable(
  "staff_roles",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    staffId: int64("staff_id")
      .notNull()
      .references(() => staffAccounts.id),
    role: text("role", { enum: STAFF_ROLE_NAMES }).notNull(),
  },
  (t) => [
    primaryKey({ name: "staff_roles_pkey", columns: [t.shopId, t.staffId] }),
    index("staff_roles_staff_idx").on(t.staffId),
    check("staff_roles_role_check", sql`role in ('owner', 'editor', 'viewer')`),
  ],
);

/** Local, keyed by the hash of the cookie's token, so that nobody can sign in with the contents of this table. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Identifies it on the page that lists and ends sessions; useless for signing in. */
    id: uuid("id").notNull().defaultRandom(),
    staffId: int64("staff_id").notNull(),
    shopId: int64("shop_id").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The browser's name and address at its last request; null for sessions from before migration 0065. */
    browser: text("browser"),
    address: text("address"),
    /** To within some minutes; null = not since it began. */
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [index("sessions_expires_idx").on(t.expiresAt), index("sessions_staff_idx").on(t.staffId)],
);

/**
 * Global: browsers that staff have signed in with before, and for an hour the sign-in links mailed to them. Wrong
 * passwords from elsewhere do not lock these out. Each kind of token has a hash of its own.
 */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    tokenHash: text("token_hash").primaryKey(),
    staffId: int64("staff_id")
      .notNull()
      .references(() => staffAccounts.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index("known_browsers_expires_idx").on(t.expiresAt),
    index("known_browsers_staff_idx").on(t.staffId),
  ],
);

/** Links that set a new password, each valid once and for an hour. Keyed by the hash of the link's token. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    staffId: int64("staff_id")
      .notNull()
      .references(() => staffAccounts.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index("password_resets_expires_idx").on(t.expiresAt),
    index("password_resets_staff_idx").on(t.staffId),
  ],
);

/** A second factor of signing in: an authenticator app (RFC 6238). In force once its first code has been entered. */
export const secondFactors = pgTable("second_factors", {
  staffId: int64("staff_id")
    .primaryKey()
    .references(() => staffAccounts.id),
  /** The app's secret, sealed by a key of the ring. */
  sealed: text("sealed").notNull(),
  sealedBy: text("sealed_by").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The latest time step whose code was used. */
  lastStep: int64("last_step").notNull().default(0),
  /** Hashes of unused recovery codes. */
  recoveryHashes: text("recovery_hashes").array().notNull(),
});

/** Open invitations to a shop's staff: one per address, of which only the newest link is valid. */
export const staffInvitations = tenantTable(
  "staff_invitations",
  ["email"],
  {
    email: text("email").notNull(),
    role: text("role", { enum: STAFF_ROLE_NAMES }).notNull(),
    tokenHash: text("token_hash").notNull(),
    invitedBy: text("invited_by").notNull(),
    /** The owner's account: their open invitations end when they stop being one. Null: by a release before 0088. */
    invitedById: int64("invited_by_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  () => [
    oneOf("staff_invitations_role_check", "role", STAFF_ROLE_NAMES),
    check("staff_invitations_email_lower", sql`email = lower(email)`),
  ],
);

export const apiKeys = tenantTable(
  "api_keys",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    /** Applies to all areas, unless `areas` lists them. */
    scope: text("scope", { enum: ["read", "write"] }).notNull(),
    /** Scopes such as `orders:write`; null = all areas. */
    areas: text("areas").array(),
    /** Addresses and networks from which it is accepted; null = from anywhere. */
    addresses: text("addresses").array(),
    /** The first characters, to tell keys apart on the page; the rest is stored only as a SHA-256 hash. */
    hint: text("hint").notNull(),
    /** In the form of `toStoredHash`. */
    hash: text("hash").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    lastUsedAt: instant("last_used_at"),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    /** The key that replaces it after a rotation; until it expires both work. */
    replacedBy: int64("replaced_by"),
  },
  (t, refersTo) => [
    refersTo("api_keys_replaced_by_fkey", t.replacedBy, t),
    unique("api_keys_hash_key").on(t.shopId, t.hash),
    check("api_keys_scope_check", sql`scope in ('read', 'write')`),
  ],
);

/** A staff member's named view of a list: the list's own query string. */
export const savedViews = tenantTable(
  "saved_views",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    staffId: int64("staff_id").notNull(),
    /** The default is for processes of the previous version, which had views of contracts only. */
    list: text("list", { enum: SAVED_VIEW_LISTS }).notNull().default("contracts"),
    name: text("name").notNull(),
    search: text("search").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    unique("saved_views_name_key").on(t.shopId, t.staffId, t.list, t.name),
    oneOf("saved_views_list_check", "list", SAVED_VIEW_LISTS),
  ],
);
