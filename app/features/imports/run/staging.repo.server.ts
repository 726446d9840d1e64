import { sql } from "drizzle-orm";
import {
  stagedContracts,
  stagedCustomers,
  stagedProducts,
} from "~/features/imports/records/staged-range.repo.server";
import { db, type Queryable } from "~db/client.server";
import type { IMPORT_STEPS } from "~db/schema/imports";

const STAGING = [stagedProducts, stagedCustomers, stagedContracts];
const ROWS_AT_ONCE = 20_000;

/** Deletes part of an import's rows in staging. @returns whether there were any */
export async function deleteSomeStaging(tx: Queryable, shopId: number, importId: number): Promise<boolean> {
  for (const staged of STAGING)
    if (await staged.deleteSome(tx, { shopId, importId }, ROWS_AT_ONCE)) return true;
  return false;
}

/** Analyses the staging tables after COPY has filled them. */
export async function analyzeStaging(): Promise<void> {
  await db.execute(sql`analyze import_products, import_customers, import_contract_rows`);
}

const FILLED_BY: Partial<Record<(typeof IMPORT_STEPS)[number], { keys: string; all: string }>> = {
  PRODUCTS: { keys: "products (shop_id, id), variants (shop_id, id, product_id)", all: "products, variants" },
  CUSTOMERS: { keys: "customers (shop_id, id)", all: "customers" },
  CONTRACTS: {
    keys: "contracts (shop_id, id, imported_id), billing_attempts (shop_id, contract_id)",
    all: "contracts, contract_lines, payment_methods, selling_plans, billing_attempts, activity",
  },
};

/** Analyses the tables that a step fills: during the step those that its own statements read, at its end all. */
export async function analyzeFilledBy(
  step: (typeof IMPORT_STEPS)[number],
  { isOver }: { isOver: boolean },
): Promise<void> {
  const tables = FILLED_BY[step];
  if (tables) await db.execute(sql.raw(`analyze ${isOver ? tables.all : tables.keys}`));
}
