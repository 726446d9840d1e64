import { and, asc, eq, type Placeholder, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { OWED_STATUSES } from "~db/schema/attempt-enums";
import { billingAttempts } from "~db/schema/billing";
import { OPEN_TRY_STATES } from "~db/schema/charge-enums";
import { toSqlList } from "~db/schema/columns";
import { contracts } from "~db/schema/contracts";
import { billingTries } from "~db/schema/orders";
import { rowInsert, rowUpdate, sqlStatement, statement } from "~db/statement.server";
import type { DraftProduct } from "./order-draft";

export type TryRow = typeof billingTries.$inferSelect;
export type AttemptRow = typeof billingAttempts.$inferSelect;

export const isFinal = ({ state }: Pick<TryRow, "state">): boolean =>
  !OPEN_TRY_STATES.some((open) => open === state);
/** While a try is in one of these states, no other try is made. */
export const isUnderWay = (row: Pick<TryRow, "state">): boolean => !isFinal(row) && row.state !== "CHALLENGE";

/**
 * Whether a try that is not final has been counted as one: the bank has asked for the customer, who may have started a
 * payment since that is on its way.
 */
export const isCounted = ({ state, finishedAt }: Pick<TryRow, "state" | "finishedAt">): boolean =>
  state === "CHALLENGE" || (finishedAt !== null && isUnderWay({ state }));

/**
 * Whether an order keeps the lines that it leaves out by itself: from its first outcome on that is not a payment, the
 * contract has them in its next order again. A try that was refused settles nothing.
 */
export const hasSettledSkips = (tries: readonly Pick<TryRow, "state" | "looks">[]): boolean =>
  tries.some(({ state, looks }) => looks > 0 || state === "DECLINED" || state === "CHALLENGE");

const isOrder = (shopId: number, attemptId: number) =>
  and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.id, attemptId));

const selectOrder = statement<{ shopId: number; attemptId: number }>()((on, value) =>
  on
    .select()
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, value("shopId")), eq(billingAttempts.id, value("attemptId")))),
);
const selectContractOf = statement<{ shopId: number; contractId: number }>()((on, value) =>
  on
    .select({
      contractId: contracts.subscriptionContractId,
      version: contracts.version,
      contractStatus: contracts.status,
      pausedOn: contracts.pausedOn,
      customerId: contracts.customerId,
      autoCharge: contracts.autoCharge,
      endsAt: contracts.endsAt,
      orderAmount: contracts.orderAmount,
      paymentMethodId: contracts.paymentMethodId,
      currencyCode: contracts.currencyCode,
    })
    .from(contracts)
    .where(and(eq(contracts.shopId, value("shopId")), eq(contracts.id, value("contractId")))),
);

/** An order with its contract's wire id, status and customer. */
export async function findOrder(shopId: number, attemptId: number, on: Queryable = db) {
  const [attempt] = await selectOrder(on, { shopId, attemptId });
  if (!attempt) return null;
  const [contract] = await selectContractOf(on, { shopId, contractId: attempt.contractId });
  return contract ? { attempt, ...contract } : null;
}

const selectTries = statement<{ shopId: number; attemptId: number }>()((on, value) =>
  on
    .select()
    .from(billingTries)
    .where(and(eq(billingTries.shopId, value("shopId")), eq(billingTries.attemptId, value("attemptId"))))
    .orderBy(asc(billingTries.number)),
);

export const listTries = (on: Queryable, shopId: number, attemptId: number): Promise<TryRow[]> =>
  selectTries(on, { shopId, attemptId });

/**
 * An order's unfinished tries, the one under way first, then the newest: the gateway has one payment an order, and does
 * not say of each for which try it was made. A challenge stays open while later tries are made.
 */
export const listOpenTries = async (on: Queryable, shopId: number, attemptId: number): Promise<TryRow[]> =>
  (await listTries(on, shopId, attemptId))
    .filter((row) => !isFinal(row))
    .sort((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)) || b.number - a.number);

type Which = Pick<TryRow, "shopId" | "attemptId" | "number">;
const isTry = (value: (name: keyof Which) => Placeholder) =>
  and(
    eq(billingTries.shopId, value("shopId")),
    eq(billingTries.attemptId, value("attemptId")),
    eq(billingTries.number, value("number")),
  );
const keyOf = ({ shopId, attemptId, number }: Which): Which => ({ shopId, attemptId, number });
const selectTryForUpdate = statement<Which>()((on, value) =>
  on.select().from(billingTries).where(isTry(value)).for("update"),
);

/** A try as it is now, locked until the transaction ends, so that its outcome is written once. */
export async function lockTry(tx: Queryable, which: Which): Promise<TryRow | null> {
  const rows = await selectTryForUpdate(tx, keyOf(which));
  return rows[0] ?? null;
}

export const insertTry = rowInsert(
  billingTries,
  "shopId",
  "attemptId",
  "number",
  "key",
  "gateway",
  "gatewayRef",
  "paymentMethodId",
  "amount",
  "currencyCode",
  "draft",
  "state",
  "looks",
  "createdAt",
);

const writeTry = rowUpdate(billingTries, isTry);

export async function updateTry(tx: Queryable, which: Which, fields: Partial<TryRow>): Promise<void> {
  await writeTry(tx, keyOf(which), fields);
}

/** Fields that the engine stores for an order besides its outcome. */
type EngineFields = Partial<
  Pick<
    AttemptRow,
    | "status"
    | "nextStep"
    | "nextStepAt"
    | "putOffSince"
    | "leaseUntil"
    | "gatewayRef"
    | "actionUrl"
    | "errorClass"
  >
>;

const writeOrder = rowUpdate(billingAttempts, (value: (name: "shopId" | "attemptId") => Placeholder) =>
  and(eq(billingAttempts.shopId, value("shopId")), eq(billingAttempts.id, value("attemptId"))),
);

export async function updateOrder(
  tx: Queryable,
  shopId: number,
  attemptId: number,
  fields: EngineFields,
): Promise<void> {
  await writeOrder(tx, { shopId, attemptId }, fields);
}

type SeenOrder = {
  shopId: number;
  attemptId: number;
  seenStatus: string;
  seenDate: string;
  seenStep: string | null;
  seenStepAt: string | null;
};
const writeUnchanged = rowUpdate(
  billingAttempts,
  (value: (name: keyof SeenOrder) => Placeholder) =>
    and(
      eq(billingAttempts.shopId, value("shopId")),
      eq(billingAttempts.id, value("attemptId")),
      sql`${billingAttempts.status} = ${value("seenStatus")}::text`,
      sql`${billingAttempts.billingDate} = ${value("seenDate")}::timestamptz`,
      sql`${billingAttempts.nextStep} is not distinct from ${value("seenStep")}::text`,
      sql`${billingAttempts.nextStepAt} is not distinct from ${value("seenStepAt")}::timestamptz`,
    ),
  { id: billingAttempts.id },
);

/**
 * Gives an order back with the next step that follows from its state when it was read. If it was moved, called off or
 * given another step since, it is only given back.
 */
export async function leaveOrder(
  on: Queryable,
  seen: Pick<AttemptRow, "shopId" | "id" | "status" | "billingDate" | "nextStep" | "nextStepAt">,
  fields: EngineFields,
): Promise<void> {
  const { shopId, id: attemptId, status, billingDate, nextStep, nextStepAt } = seen;
  const key: SeenOrder = {
    shopId,
    attemptId,
    seenStatus: status,
    seenDate: billingDate.toISOString(),
    seenStep: nextStep,
    seenStepAt: nextStepAt?.toISOString() ?? null,
  };
  const written = await writeUnchanged(on, key, { ...fields, leaseUntil: null });
  if (written.length === 0) await updateOrder(on, shopId, attemptId, { leaseUntil: null });
}

/** The state of an order before a charge that was refused. */
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

const selectDraftProducts = sqlStatement<{ shopId: number; attemptId: number }, DraftProduct>()(
  (value) => sql`
    select v.product_id as "productId", o.variant_id as "variantId",
      coalesce(p.title, v.title, o.variant_handle) as title, v.title as "variantTitle", v.sku,
      coalesce(v.taxable, true) as taxable, coalesce(v.requires_shipping, true) as "requiresShipping",
      o.price::text as price, o.quantity, o.discounts
    from one_time_products o
    left join variants v on v.shop_id = ${value("shopId")}::bigint and v.id = o.variant_id
    left join products p on p.shop_id = ${value("shopId")}::bigint and p.id = v.product_id
    where o.shop_id = ${value("shopId")}::bigint and o.billing_attempt_id = ${value("attemptId")}::bigint
    order by o.id`,
);

/** The one-time products of an order as they are sold now, in the order in which they were added. */
export const listDraftProducts = async (
  on: Queryable,
  shopId: number,
  attemptId: number,
): Promise<DraftProduct[]> => [...(await selectDraftProducts(on, { shopId, attemptId }))];

type Dunning = {
  /** Whether the contract was paused at the moment at which one of its orders was given up. */
  isPausedByDunning: boolean;
  /** Whether a later order of the contract is unpaid, too, or being charged. */
  hasNewer: boolean;
};

const selectDunning = sqlStatement<
  { shopId: number; contractId: number; billingDate: string; pausedOn: string | null },
  Dunning
>()(
  // An order given up a second time keeps the time of the first; then its `completed_at` is the time of the pause.
  (value) => sql`
    select
      coalesce(bool_or(o.given_up_at is not null
        and ${value("pausedOn")}::timestamptz in (o.given_up_at, o.completed_at)), false) as "isPausedByDunning",
      coalesce(bool_or(o.billing_date > ${value("billingDate")}::timestamptz
        and (o.status in (${sql.raw(toSqlList(OWED_STATUSES))})
          or o.status = 'SUCCESS' and o.completed_at >= ${value("pausedOn")}::timestamptz)), false) as "hasNewer"
    from billing_attempts o
    where o.shop_id = ${value("shopId")}::bigint and o.contract_id = ${value("contractId")}::bigint`,
);

/** How an order's contract stands in dunning. @param pausedOn since when it is paused */
export async function findDunningOf(
  on: Queryable,
  { shopId, contractId, billingDate }: AttemptRow,
  pausedOn: Date | null,
): Promise<Dunning> {
  const [row] = await selectDunning(on, {
    shopId,
    contractId,
    billingDate: billingDate.toISOString(),
    pausedOn: pausedOn?.toISOString() ?? null,
  });
  return row ?? { isPausedByDunning: false, hasNewer: false };
}

type MethodPast = { isRevoked: boolean; isBusy: boolean; isBlocked: boolean; declines: number };

const selectMethodPast = sqlStatement<{ shopId: number; methodId: string; since: string }, MethodPast>()(
  (value) => sql`
    select m.revoked_at is not null as "isRevoked", coalesce(bool_or(t.error_class = 'never'), false) as "isBlocked",
      exists (select from billing_tries r where r.shop_id = ${value("shopId")}::bigint
        and r.payment_method_id = ${value("methodId")}::text and r.state = 'REQUESTING') as "isBusy",
      count(*) filter (where t.finished_at > ${value("since")}::timestamptz)::int as declines
    from payment_methods m
    left join billing_tries t on t.shop_id = ${value("shopId")}::bigint and t.payment_method_id = m.id
      and t.state = 'DECLINED' and t.gateway_ref is not null
    where m.shop_id = ${value("shopId")}::bigint and m.id = ${value("methodId")}::text
    group by m.shop_id, m.id`,
);

/**
 * Declines of a payment method since an instant, and whether one of its charges is under way; null for one that the
 * shop does not have.
 */
export async function findMethodPast(
  on: Queryable,
  shopId: number,
  methodId: string,
  since: Date,
): Promise<MethodPast | null> {
  const [row] = await selectMethodPast(on, { shopId, methodId, since: since.toISOString() });
  return row ?? null;
}

const selectMethodForUpdate = sqlStatement<{ shopId: number; methodId: string }, object>()(
  (value) => sql`
    select from payment_methods
    where shop_id = ${value("shopId")}::bigint and id = ${value("methodId")}::text for no key update`,
);

/**
 * Locks a payment method until the transaction ends: its tries are stored one after the other, so that its cap holds.
 */
export async function lockMethod(tx: Queryable, shopId: number, methodId: string): Promise<void> {
  await selectMethodForUpdate(tx, { shopId, methodId });
}
