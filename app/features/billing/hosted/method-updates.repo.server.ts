import { and, asc, eq, inArray } from "drizzle-orm";
import type { GivenMethod } from "~/features/billing/gateway/port/payment-gateway";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow, insertRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { paymentMethods } from "~db/schema/customers";
import { methodUpdates } from "~db/schema/hosted-pages";

export type MethodUpdateRow = typeof methodUpdates.$inferSelect;

export const insertUpdate = (row: typeof methodUpdates.$inferInsert) => insertRow(db, methodUpdates, row);

export const findUpdate = (shopId: number, id: string): Promise<MethodUpdateRow | null> =>
  findRow(db, methodUpdates, { shopId, id });

/** Locked until the transaction ends, so that it is finished only once. */
export const lockUpdate = (tx: Queryable, shopId: number, id: string): Promise<MethodUpdateRow | null> =>
  lockRow(tx, methodUpdates, { shopId, id });

export const setUpdate = (
  on: Queryable,
  { shopId, id }: Pick<MethodUpdateRow, "shopId" | "id">,
  fields: Partial<MethodUpdateRow>,
) => updateRows(on, methodUpdates, { shopId, id }, fields);

export const deleteUpdate = (shopId: number, id: string) => deleteRows(db, methodUpdates, { shopId, id });

/** Contracts of a customer by their wire ids, in the order in which several are locked. */
export const listContractsOf = (
  on: Queryable,
  shopId: number,
  customerId: number,
  contractIds: readonly number[],
) =>
  on
    .select({
      contractId: contracts.subscriptionContractId,
      status: contracts.status,
      paymentMethodId: contracts.paymentMethodId,
      currencyCode: contracts.currencyCode,
    })
    .from(contracts)
    .where(
      and(
        isRow(contracts, { shopId, customerId }),
        inArray(contracts.subscriptionContractId, [...contractIds]),
      ),
    )
    .orderBy(asc(contracts.id));

/** Stores a customer's new method. @returns false when it belongs to another customer */
export async function keepMethod(
  tx: Queryable,
  shopId: number,
  customerId: number,
  method: GivenMethod,
): Promise<boolean> {
  await tx
    .insert(paymentMethods)
    .values({ ...method, shopId, customerId })
    .onConflictDoNothing();
  const [kept] = await tx
    .select({ customerId: paymentMethods.customerId })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.shopId, shopId), eq(paymentMethods.id, method.id)));
  return kept?.customerId === customerId;
}
