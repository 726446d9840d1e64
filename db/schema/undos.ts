import { index, integer, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { contracts } from "./contracts";
import { tenantTable } from "./tenant-table";

/**
 * A contract before the last edit that staff made of it, so that they can undo it: one row per contract, usable only
 * while the contract has the version that the edit gave it. Old rows are deleted when newer ones are written. The table
 * keeps an older name.
 */
export const undos = tenantTable(
  "way_backs",
  ["contractId"],
  {
    /** Our contract id. */
    contractId: int64("contract_id").notNull(),
    version: integer("version").notNull(),
    /** The edit, as the history names it. */
    action: text("action").notNull(),
    /** Only what the edit changed, as it was before: `Undo` (contracts/undo/undo.ts). */
    content: jsonb("content").$type<unknown>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    refersTo("way_backs_contract_fkey", t.contractId, contracts).onDelete("cascade"),
    index("way_backs_created_idx").on(t.shopId, t.createdAt),
  ],
);
