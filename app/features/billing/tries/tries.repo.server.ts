import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { DraftProduct } from "~/features/billing/tries/order-draft";
import { db, type Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { billingTries } from "~db/schema/orders";

export type TryRow = typeof billingTries.$inferSelect;
export type AttemptRow = typeof billingAttempts.$inferSelect;

/** Nobody knows the end of these yet. A challenge is over for us, but the customer may have answered their bank. */
const NOT_FINAL = ["REQUESTING", "PENDING", "UNKNOWN", "CHALLENGE"] as const satisfies TryRow["state"][];

export const isFinal = ({ state }: Pick<TryRow, "state">): boolean =>
  !NOT_FINAL.some((open) => open === state);
/** Until one of these has an end, no other try is made. */
export const isUnderWay = (row: Pick<TryRow, "state">): boolean => !isFinal(row) && row.state !== "CHALLENGE";

const isOrder = (shopId: number, attemptId: number) =>
  and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.id, attemptId));
const isTryOf = (shopId: number, attemptId: number) =>
  and(eq(billingTries.shopId, shopId), eq(billingTries.attemptId, attemptId));
const isTry = ({ shopId, attemptId, number }: Pick<TryRow, "shopId" | "attemptId" | "number">) =>
  and(isTryOf(shopId, attemptId), eq(billingTries.number, number));

/** An order with its contract's wire id, status and customer. */
export async function findOrder(shopId: number, attemptId: number, on: Queryable = db) {
  const rows = await on
    .select({
      attempt: billingAttempts,
      contractId: contracts.subscriptionContractId,
      contractStatus: contracts.status,
      customerId: contracts.customerId,
      autoCharge: contracts.autoCharge,
      endsAt: contracts.endsAt,
      orderAmount: contracts.orderAmount,
      paymentMethodId: contracts.paymentMethodId,
      currencyCode: contracts.currencyCode,
    })
    .from(billingAttempts)
    .innerJoin(contracts, and(eq(contracts.shopId, shopId), eq(contracts.id, billingAttempts.contractId)))
    .where(isOrder(shopId, attemptId));
  return rows[0] ?? null;
}

export const listTries = (on: Queryable, shopId: number, attemptId: number): Promise<TryRow[]> =>
  on.select().from(billingTries).where(isTryOf(shopId, attemptId)).orderBy(asc(billingTries.number));

export async function listOpenTries(on: Queryable, shopId: number, attemptId: number): Promise<TryRow[]> {
  return on
    .select()
    .from(billingTries)
    .where(and(isTryOf(shopId, attemptId), inArray(billingTries.state, [...NOT_FINAL])))
    .orderBy(asc(billingTries.number));
}

/** A try as it is now, held until the transaction ends: its end is written once. */
export async function lockTry(
  tx: Queryable,
  which: Pick<TryRow, "shopId" | "attemptId" | "number">,
): Promise<TryRow | null> {
  const rows = await tx.select().from(billingTries).where(isTry(which)).for("update");
  return rows[0] ?? null;
}

export async function insertTry(tx: Queryable, row: typeof billingTries.$inferInsert): Promise<void> {
  await tx.insert(billingTries).values(row);
}

export async function updateTry(
  tx: Queryable,
  which: Pick<TryRow, "shopId" | "attemptId" | "number">,
  fields: Partial<typeof billingTries.$inferInsert>,
): Promise<void> {
  await tx.update(billingTries).set(fields).where(isTry(which));
}

/** What the engine keeps of an order beside its outcome. */
type EngineFields = Partial<
  Pick<
    AttemptRow,
    "status" | "nextStep" | "nextStepAt" | "leaseUntil" | "gatewayRef" | "actionUrl" | "errorClass"
  >
>;

export async function updateOrder(
  tx: Queryable,
  shopId: number,
  attemptId: number,
  fields: EngineFields,
): Promise<void> {
  await tx.update(billingAttempts).set(fields).where(isOrder(shopId, attemptId));
}

/** What an order was before a charge that was not taken. */
export async function findStatusBefore(
  tx: Queryable,
  shopId: number,
  attemptId: number,
): Promise<AttemptRow["status"]> {
  const [row] = await tx
    .select({ actionUrl: billingAttempts.actionUrl, firstFailedAt: billingAttempts.firstFailedAt })
    .from(billingAttempts)
    .where(isOrder(shopId, attemptId));
  if (row?.actionUrl) return "ACTION_REQUIRED";
  return row?.firstFailedAt ? "FAILURE" : "QUEUED";
}

/** Another order of the contract is being charged at this moment: what is in the next one depends on it. */
export async function hasOtherUnderWay(
  tx: Queryable,
  shopId: number,
  contractId: number,
  attemptId: number,
): Promise<boolean> {
  const rows = await tx
    .select({ id: billingAttempts.id })
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.shopId, shopId),
        eq(billingAttempts.contractId, contractId),
        eq(billingAttempts.status, "PROCESSING"),
        isNull(billingAttempts.nextStep),
        sql`${billingAttempts.id} <> ${attemptId}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The one-time products of an order as they are sold now, in the order they were added. */
export const listDraftProducts = async (
  on: Queryable,
  shopId: number,
  attemptId: number,
): Promise<DraftProduct[]> => {
  const rows = await on.execute<DraftProduct>(sql`
    select v.product_id as "productId", o.variant_id as "variantId",
      coalesce(p.title, v.title, o.variant_handle) as title, v.title as "variantTitle", v.sku,
      coalesce(v.taxable, true) as taxable, coalesce(v.requires_shipping, true) as "requiresShipping",
      o.price::text as price, o.quantity
    from one_time_products o
    left join variants v on v.shop_id = ${shopId}::bigint and v.id = o.variant_id
    left join products p on p.shop_id = ${shopId}::bigint and p.id = v.product_id
    where o.shop_id = ${shopId}::bigint and o.billing_attempt_id = ${attemptId}::bigint
    order by o.id`);
  return [...rows];
};

type MethodPast = { isRevoked: boolean; isBlocked: boolean; declines: number };

/** What a payment method has been through since an instant; null for one that the shop does not have. */
export async function findMethodPast(
  on: Queryable,
  shopId: number,
  paymentMethodId: string,
  since: Date,
): Promise<MethodPast | null> {
  const [row] = await on.execute<MethodPast>(sql`
    select m.revoked_at is not null as "isRevoked", coalesce(bool_or(t.error_class = 'never'), false) as "isBlocked",
      count(*) filter (where t.finished_at > ${since.toISOString()}::timestamptz)::int as declines
    from payment_methods m
    left join billing_tries t on t.shop_id = ${shopId}::bigint and t.payment_method_id = m.id
      and t.state = 'DECLINED' and t.gateway_ref is not null
    where m.shop_id = ${shopId}::bigint and m.id = ${paymentMethodId}::text
    group by m.shop_id, m.id`);
  return row ?? null;
}

/**
 * Hold a payment method until the transaction ends: its tries are stored one after the other, so that its caps hold.
 * @returns false while a charge of it is under way
 */
export async function takePaymentMethod(
  tx: Queryable,
  shopId: number,
  paymentMethodId: string,
): Promise<boolean> {
  await tx.execute(sql`
    select from payment_methods where shop_id = ${shopId}::bigint and id = ${paymentMethodId}::text for no key update`);
  const rows = await tx.execute(sql`
    select from billing_tries
    where shop_id = ${shopId}::bigint and payment_method_id = ${paymentMethodId}::text and state = 'REQUESTING' limit 1`);
  return rows.length === 0;
}
