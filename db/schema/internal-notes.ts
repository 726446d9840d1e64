import { sql } from "drizzle-orm";
import { check, index, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { contracts } from "./contracts";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

/** Staff's notes about a customer or a contract, for each other: no customer ever sees them. */
export const internalNotes = tenantTable(
  "internal_notes",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** Either this or the contract. */
    customerId: int64("customer_id"),
    /** Our contract id. */
    contractId: int64("contract_id"),
    text: text("text").notNull(),
    authorName: text("author_name").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    refersTo("internal_notes_customer_fkey", t.customerId, customers),
    refersTo("internal_notes_contract_fkey", t.contractId, contracts).onDelete("cascade"),
    index("internal_notes_customer_idx").on(t.shopId, t.customerId, t.id),
    index("internal_notes_contract_idx").on(t.shopId, t.contractId, t.id),
    check("internal_notes_subject_check", sql`(customer_id is null) <> (contract_id is null)`),
    check("internal_notes_text_check", sql`length(text) between 1 and 5000`),
  ],
);
