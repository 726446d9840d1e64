import { sql } from "drizzle-orm";
import { check, integer } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { tenantTable } from "./tenant-table";

/** A shop's own retention periods in days; null, and no row = the defaults (docs/privacy.md). */
export const retentionSettings = tenantTable(
  "retention_settings",
  [],
  {
    mails: integer("mails"),
    textMessages: integer("text_messages"),
    notices: integer("notices"),
    portalLinks: integer("portal_links"),
    importErrors: integer("import_errors"),
    /** Null: for ever. */
    auditLog: integer("audit_log"),
    updatedAt: instant("updated_at").notNull(),
  },
  () => [
    check(
      "retention_settings_days_check",
      sql`least(mails, text_messages, notices, portal_links, import_errors, audit_log) > 0`,
    ),
  ],
);
