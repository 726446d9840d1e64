import { and, desc, eq, sql } from "drizzle-orm";
import { resolveFilters } from "~/features/contracts/list/contract-catalogue.repo.server";
import { toWhere } from "~/features/contracts/list/contract-filters.server";
import type { ContractFilters } from "~/features/contracts/list/contract-list.schema";
import { createBinder } from "~/features/contracts/list/contract-lookups.server";
import { client, db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { activity } from "~db/schema/activity";
import { products } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { importFiles, imports } from "~db/schema/imports";
import type { HomeActivity } from "./home";

/** Sums of the next orders of the matching contracts, one per currency, largest first. Decimal strings. */
export async function sumOrderAmounts(
  shopId: number,
  filters: ContractFilters,
): Promise<{ currencyCode: string; amount: string }[]> {
  const { values, bind } = createBinder(shopId);
  const where = toWhere(await resolveFilters(shopId, filters), bind, "gather");
  return client.unsafe(
    `select c.currency_code as "currencyCode", sum(c.order_amount)::text as amount
     from contracts c where ${where} group by c.currency_code order by sum(c.order_amount) desc`,
    values,
  );
}

/** The newest imports of the shop, with the results for their contracts. */
export function listRecentImports(shopId: number, size: number) {
  return db
    .select({
      id: imports.id,
      status: imports.status,
      actorName: imports.actorName,
      createdAt: imports.createdAt,
      contractsCreated: importFiles.created,
    })
    .from(imports)
    .leftJoin(
      importFiles,
      and(isRow(importFiles, { shopId, file: "CONTRACTS" }), eq(importFiles.importId, imports.id)),
    )
    .where(eq(imports.shopId, shopId))
    .orderBy(desc(imports.id))
    .limit(size);
}

/** The newest changes in the shop; an import counts as one. */
export function listLatestActivity(shopId: number, size: number): Promise<HomeActivity[]> {
  return (
    db
      .select({
        id: activity.id,
        action: activity.action,
        actorType: activity.actorType,
        actorName: activity.actorName,
        createdAt: activity.createdAt,
        subscriptionContractId: contracts.subscriptionContractId,
        customerName: contracts.customerName,
        importId: imports.id,
        contractsImported: importFiles.created,
      })
      .from(activity)
      .leftJoin(contracts, and(eq(contracts.shopId, shopId), eq(contracts.id, activity.contractId)))
      .leftJoin(
        imports,
        and(eq(imports.shopId, shopId), sql`${imports.id} = (${activity.after} ->> 'importId')::bigint`),
      )
      .leftJoin(
        importFiles,
        and(isRow(importFiles, { shopId, file: "CONTRACTS" }), eq(importFiles.importId, imports.id)),
      )
      // Must be worded exactly like the index. Left out are the entries that an import also writes for each of its
      // contracts, and changes that people make to their own accounts, which are private.
      .where(
        and(
          eq(activity.shopId, shopId),
          sql`${activity.action} <> 'contract.imported'`,
          sql`${activity.action} not like 'account.%'`,
        ),
      )
      .orderBy(desc(activity.id))
      .limit(size)
  );
}

/** Which of its files a new shop has imported. */
export async function findImportProgress(
  shopId: number,
): Promise<{ hasProducts: boolean; hasCustomers: boolean }> {
  const rows = await db.execute<{ hasProducts: boolean; hasCustomers: boolean }>(sql`
    select exists (select from ${products} where ${products.shopId} = ${shopId}) as "hasProducts",
      exists (select from ${customers} where ${customers.shopId} = ${shopId}) as "hasCustomers"`);
  return rows[0] ?? { hasProducts: false, hasCustomers: false };
}
