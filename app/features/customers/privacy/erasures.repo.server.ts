import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { findRow, insertRow, lockRow, updateRows } from "~db/rows.server";
import { UNDECIDED_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import { contracts } from "~db/schema/contracts";
import { customerErasures } from "~db/schema/customer-erasures";
import { customers } from "~db/schema/customers";
import { imports } from "~db/schema/imports";

export type Erasure = typeof customerErasures.$inferSelect;
type Which = { shopId: number; customerId: number };

export const findCustomer = ({ shopId, customerId }: Which) =>
  findRow(db, customers, { shopId, id: customerId });

/** Locks the customer, so that no contract is created for them meanwhile. */
export const lockCustomer = (tx: Queryable, { shopId, customerId }: Which) =>
  lockRow(tx, customers, { shopId, id: customerId });

/** All contracts of a customer, locked in the order of their ids. */
export const lockContracts = (tx: Queryable, { shopId, customerId }: Which) =>
  tx
    .select({ id: contracts.subscriptionContractId, status: contracts.status })
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.customerId, customerId)))
    .orderBy(contracts.id)
    .for("update");

export async function hasUnfinishedImport(tx: Queryable, shopId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.shopId, shopId), inArray(imports.status, ["RECEIVING", "QUEUED", "RUNNING"])));
  return rows.length > 0;
}

/** Dates of orders whose payment is still unknown. */
export async function listUnsettledOrders(tx: Queryable, { shopId, customerId }: Which): Promise<string[]> {
  const rows = await tx.execute<{ day: string }>(sql`
    select a.billing_date::date::text as day from contracts c
    join billing_attempts a on a.shop_id = ${shopId}::bigint and a.contract_id = c.id
    where c.shop_id = ${shopId}::bigint and c.customer_id = ${customerId}::bigint
      and a.status in (${sql.raw(toSqlList(UNDECIDED_STATUSES))})
    order by a.billing_date limit 5`);
  return rows.map(({ day }) => day);
}

/** Marks the customer and their contracts as erased: from now on they cannot be changed. */
export async function setErased(tx: Queryable, { shopId, customerId }: Which, now: Date): Promise<void> {
  await updateRows(tx, customers, { shopId, id: customerId }, { erasedAt: now, updatedAt: now });
  await tx
    .update(contracts)
    .set({
      erasedAt: now,
      version: sql`${contracts.version} + 1`,
      updatedAt: sql`greatest(${contracts.updatedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(contracts.shopId, shopId), eq(contracts.customerId, customerId)));
}

/** Deletes mails and text messages that have not been sent. */
export async function deleteWaitingMessages(tx: Queryable, { shopId, customerId }: Which): Promise<void> {
  await tx.execute(sql`
    delete from mails m where m.shop_id = ${shopId}::bigint and m.customer_id = ${customerId}::bigint and m.status = 'QUEUED'`);
  await tx.execute(sql`
    delete from text_messages t
    where t.shop_id = ${shopId}::bigint and t.customer_id = ${customerId}::bigint and t.status = 'QUEUED'`);
}

export const insertErasure = (tx: Queryable, row: typeof customerErasures.$inferInsert) =>
  insertRow(tx, customerErasures, row);

export const findErasure = (on: Queryable, which: Which): Promise<Erasure | null> =>
  findRow(on, customerErasures, which);

/** Locked until the batch is committed, so that concurrent runs wait for each other. */
export const lockErasure = (tx: Queryable, which: Which): Promise<Erasure | null> =>
  lockRow(tx, customerErasures, which);

export const updateErasure = (tx: Queryable, { shopId, customerId }: Which, fields: Partial<Erasure>) =>
  updateRows(tx, customerErasures, { shopId, customerId }, fields);

/** Shops with an unfinished erasure. Lists shops only (design.md "Citus" rule 5). */
export const listErasingShops = (): Promise<{ id: number }[]> =>
  db
    .selectDistinct({ id: customerErasures.shopId })
    .from(customerErasures)
    .where(isNull(customerErasures.finishedAt));

export const listOpenErasures = (tx: Queryable, shopId: number): Promise<Erasure[]> =>
  tx
    .select()
    .from(customerErasures)
    .where(and(eq(customerErasures.shopId, shopId), isNull(customerErasures.finishedAt)));
