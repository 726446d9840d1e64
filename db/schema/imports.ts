import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "./activity";
import { currency, instant, int64, money, oneOf } from "./columns";
import { CONTRACT_STATUSES } from "./contract-enums";
import type { Address } from "./customers";
import { INTERVALS } from "./intervals";
import { tenantTable } from "./tenant-table";

/** RECEIVING: files are being read into staging. QUEUED: staged, a job waits. RUNNING: the job works. */
export const IMPORT_STATUSES = ["RECEIVING", "QUEUED", "RUNNING", "COMPLETED", "FAILED"] as const;
/** The files of an import, in the order in which they must be applied: contracts refer to customers and variants. */
export const IMPORT_FILES = ["PRODUCTS", "CUSTOMERS", "CONTRACTS"] as const;
/** Steps of the job, in order; each walks its staging rows in ranges of their key. */
export const IMPORT_STEPS = ["PRODUCTS", "DELETED_PRODUCTS", "CUSTOMERS", "CONTRACTS", "CLEAN_UP"] as const;

/**
 * One import of up to three files. `step` and `cursor` record the job's progress: each batch moves them in its own
 * transaction, so that after a crash the work continues at the same place.
 */
export const imports = tenantTable(
  "imports",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    status: text("status", { enum: IMPORT_STATUSES }).notNull(),
    isFullCatalogue: boolean("is_full_catalogue").notNull(),
    step: text("step", { enum: IMPORT_STEPS }).notNull().default("PRODUCTS"),
    /** Key of the last staging row done in this step; null = none yet. */
    cursor: text("cursor"),
    /** Why it failed, for the merchant. */
    failure: text("failure"),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    actorName: text("actor_name").notNull(),
    requestId: text("request_id"),
    /** The time of everything that the import writes, whenever its batches run. */
    createdAt: instant("created_at").notNull(),
    stagedAt: instant("staged_at"),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    // One at a time per shop, enforced here rather than by a check before the insert.
    uniqueIndex("imports_unfinished_key").on(t.shopId).where(sql`status in ('RECEIVING','QUEUED','RUNNING')`),
    oneOf("imports_status_check", "status", IMPORT_STATUSES),
  ],
);

/**
 * One file of an import: how far it has been read, and its outcome. Outcomes count objects (contracts, customers, …),
 * not rows.
 */
export const importFiles = tenantTable(
  "import_files",
  ["importId", "file"],
  {
    importId: int64("import_id").notNull(),
    file: text("file", { enum: IMPORT_FILES }).notNull(),
    /** The merchant's file name. */
    name: text("name").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    bytesRead: bigint("bytes_read", { mode: "number" }).notNull().default(0),
    rowsRead: integer("rows_read").notNull().default(0),
    badRows: integer("bad_rows").notNull().default(0),
    /** Rows of the staging table, and how many of them the job has done. */
    rowsStaged: integer("rows_staged").notNull().default(0),
    rowsDone: integer("rows_done").notNull().default(0),
    created: integer("created").notNull().default(0),
    updated: integer("updated").notNull().default(0),
    unchanged: integer("unchanged").notNull().default(0),
    /** Contracts that an earlier import has created. */
    skipped: integer("skipped").notNull().default(0),
    keptOut: integer("kept_out").notNull().default(0),
    /** Products and variants that a full catalogue no longer has. */
    deleted: integer("deleted").notNull().default(0),
    warnings: integer("warnings").notNull().default(0),
    errors: integer("errors").notNull().default(0),
    /** The file's optional columns: values of missing ones are left as they are in the shop. */
    columns: text("columns").array().notNull(),
    /** A product row's id could not be read, so it is unknown which products are missing. */
    hasUnreadableIds: boolean("has_unreadable_ids").notNull().default(false),
  },
  (t, refersTo) => [refersTo("import_files_import_fkey", t.importId, imports).onDelete("cascade")],
);

/** Errors of an import; kept after it. A row may have several. */
export const importErrors = tenantTable(
  "import_errors",
  ["importId", "id"],
  {
    importId: int64("import_id").notNull(),
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    severity: text("severity", { enum: ["ERROR", "WARNING"] }).notNull(),
    file: text("file", { enum: IMPORT_FILES }).notNull(),
    /** Where the row begins, counted from 1; null = the file as a whole. */
    line: integer("line"),
    column: text("column_name"),
    value: text("value"),
    reason: text("reason").notNull(),
  },
  (t, refersTo) => [
    refersTo("import_errors_import_fkey", t.importId, imports).onDelete("cascade"),
    check("import_errors_severity_check", sql`severity in ('ERROR','WARNING')`),
  ],
);

/** A variant as stored in `importProducts.variants`; one with bad values has only its id. */
export type StagedVariant = {
  id: number;
  isBad: boolean;
  title?: string;
  sku?: string | null;
  price?: string;
  available?: boolean;
  requiresShipping?: boolean;
  taxable?: boolean;
  position?: number;
  imageUrl?: string | null;
  imageWidth?: number | null;
  imageHeight?: number | null;
};

/**
 * Staging: filled by COPY, emptied by the job, never read by anything else. Keys end with the line, since a file may
 * have an object twice (the last one counts). A bad row is stored with only its key, so that its whole object is
 * skipped.
 */
export const importProducts = tenantTable("import_products", ["importId", "productId", "line"], {
  importId: int64("import_id").notNull(),
  productId: int64("product_id").notNull(),
  line: integer("line").notNull(),
  isBad: boolean("is_bad").notNull(),
  title: text("title"),
  handle: text("handle"),
  vendor: text("vendor"),
  productType: text("product_type"),
  imageUrl: text("image_url"),
  imageWidth: integer("image_width"),
  imageHeight: integer("image_height"),
  variants: jsonb("variants").$type<StagedVariant[]>().notNull(),
});

export const importCustomers = tenantTable("import_customers", ["importId", "customerId", "line"], {
  importId: int64("import_id").notNull(),
  customerId: int64("customer_id").notNull(),
  line: integer("line").notNull(),
  firstName: text("first_name"),
  lastName: text("last_name"),
  email: text("email"),
  phone: text("phone"),
  acceptsEmailMarketing: boolean("accepts_email_marketing").notNull(),
  acceptsSmsMarketing: boolean("accepts_sms_marketing").notNull(),
  defaultAddress: jsonb("default_address").$type<Address>(),
  note: text("note"),
  tags: text("tags").array().notNull(),
});

/** One line item of a contract; `isHead`: the row also has the contract's own columns. */
export const importContractRows = tenantTable("import_contract_rows", ["importId", "handle", "line"], {
  importId: int64("import_id").notNull(),
  handle: text("handle").notNull(),
  line: integer("line").notNull(),
  isBad: boolean("is_bad").notNull(),
  isHead: boolean("is_head").notNull(),
  upcomingBillingDate: instant("upcoming_billing_date"),
  customerId: int64("customer_id"),
  currencyCode: currency("currency_code"),
  currencyDecimals: smallint("currency_decimals"),
  status: text("status", { enum: CONTRACT_STATUSES }),
  billingInterval: text("billing_interval", { enum: INTERVALS }),
  billingIntervalCount: integer("billing_interval_count"),
  paymentMethodId: text("payment_method_id"),
  deliveryPrice: money("delivery_price"),
  deliveryMethodType: text("delivery_method_type"),
  deliveryAddress: jsonb("delivery_address").$type<Address>(),
  deliveryInstructions: text("delivery_instructions"),
  pickupLocationId: text("pickup_location_id"),
  lineId: uuid("line_id"),
  variantId: int64("variant_id"),
  quantity: integer("quantity"),
  currentPrice: money("current_price"),
  sellingPlanId: int64("selling_plan_id"),
  sellingPlanName: text("selling_plan_name"),
});
