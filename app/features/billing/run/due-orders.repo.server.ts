import { type SQL, sql } from "drizzle-orm";
import { bigints, instants } from "~db/array-parameters.server";
import { db } from "~db/client.server";

/** Parameters of a claim. `now`, `from` and `before` are by the shop's clock, the lease by the real one. */
export type Claim = {
  now: Date;
  /** Dates of the orders that are due. */
  due: { from: Date; before: Date };
  realNow: Date;
  leaseUntil: Date;
  most: number;
  /** Nothing is charged: only payments under way are looked up. */
  isClosed?: boolean;
};

const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** Before any order. */
const NEVER = new Date(0);

/** Longer than any lease. */
const TOO_LONG = "3 minutes";
/**
 * No process works on it: it has no lease, the lease has run out, or it ends so late that it must have been taken before
 * the clock was set back.
 */
const isLeft = (realNow: Date): SQL =>
  sql`(lease_until is null or lease_until not between ${at(realNow)} and ${at(realNow)} + ${TOO_LONG}::interval)`;

/**
 * Neither another order of the contract (the content of the next one depends on it) nor its payment method is being
 * charged. `offset 0` makes Postgres check order by order. Written as a join, it read all contracts of the shop for
 * each claim, to find those whose payment methods are being charged.
 */
const isFree = (shopId: number): SQL => sql`not exists (
    select from billing_attempts o
    where o.shop_id = ${shopId}::bigint and o.contract_id = a.contract_id and o.id <> a.id
      and o.status = 'PROCESSING' and o.next_step is null)
  and not exists (
    select from billing_tries t
    where t.shop_id = ${shopId}::bigint and t.state = 'REQUESTING' and t.payment_method_id = (
      select c.payment_method_id from contracts c
      where c.shop_id = ${shopId}::bigint and c.id = a.contract_id)
    offset 0)`;

/**
 * Claims orders of one shop that need work now, the soonest first, for the duration of the lease; any number of
 * processes share them. Due steps come first, then what a dead process has left unfinished, then new orders.
 */
export async function claimOrders(shopId: number, claim: Claim): Promise<number[]> {
  const { now, due, isClosed } = claim;
  const underWay = sql`a.status = 'PROCESSING' and a.next_step is null`;
  const looks = sql`a.next_step_at <= ${at(now)} and a.next_step = 'LOOK'`;
  const kinds = [
    sql`a.next_step_at <= ${at(now)} and (a.status <> 'QUEUED' or a.billing_date >= ${at(due.from)})
      and (a.next_step <> 'TRY' or ${isFree(shopId)})`,
    underWay,
    sql`a.status = 'QUEUED' and a.next_step is null and a.billing_date >= ${at(due.from)}
      and a.billing_date < ${at(due.before)} and ${isFree(shopId)}`,
  ];
  const claimed: number[] = [];
  for (const which of isClosed ? [looks, underWay] : kinds)
    if (claimed.length < claim.most)
      claimed.push(...(await claimKind(shopId, which, { ...claim, most: claim.most - claimed.length })));
  return claimed;
}

async function claimKind(
  shopId: number,
  which: SQL,
  { realNow, leaseUntil, most }: Pick<Claim, "realNow" | "leaseUntil" | "most">,
): Promise<number[]> {
  const rows = await db.execute<{ id: number; date: string }>(sql`
    update billing_attempts set lease_until = ${at(leaseUntil)}
    where shop_id = ${shopId}::bigint and id = any(array(
      select a.id from billing_attempts a
      where a.shop_id = ${shopId}::bigint and ${which} and ${isLeft(realNow)}
      order by a.billing_date, a.id limit ${most}::int for update skip locked))
    returning id, billing_date as date`);
  return [...rows].sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id).map(({ id }) => id);
}

/** Claims one order, whatever its date. @returns false while another process has it */
export async function claimOrder(
  shopId: number,
  attemptId: number,
  { realNow, leaseUntil }: Pick<Claim, "realNow" | "leaseUntil">,
): Promise<boolean> {
  const rows = await db.execute(sql`
    update billing_attempts set lease_until = ${at(leaseUntil)}
    where shop_id = ${shopId}::bigint and id = ${attemptId}::bigint
      and ${isLeft(realNow)}
    returning id`);
  return rows.length > 0;
}

/** Gives back an order that was claimed but not finished, for example because a form was stale. */
export async function giveBackOrder(shopId: number, attemptId: number): Promise<void> {
  await db.execute(sql`
    update billing_attempts set lease_until = null
    where shop_id = ${shopId}::bigint and id = ${attemptId}::bigint`);
}

/** When something is due next, after `now`: the date of the next planned order, and the next step. */
export async function findNextWork(
  shopId: number,
  { now, before }: { now: Date; before: Date },
): Promise<{ billingDate: Date | null; stepAt: Date | null }> {
  const [row] = await db.execute<{ billingDate: string | null; stepAt: string | null }>(sql`
    select
      (select min(billing_date) from billing_attempts
        where shop_id = ${shopId}::bigint and status = 'QUEUED' and billing_date >= ${at(before)}) as "billingDate",
      (select min(next_step_at) from billing_attempts
        where shop_id = ${shopId}::bigint and next_step_at > ${at(now)}) as "stepAt"`);
  const toDate = (text: string | null | undefined) => (text ? new Date(text) : null);
  return { billingDate: toDate(row?.billingDate), stepAt: toDate(row?.stepAt) };
}

/**
 * Those of these shops that may have something to do; closed ones only look payments up. Each kind of work is found by its index, in a query across shops:
 * three statements, however many shops there are.
 */
export async function listShopsWithWork(
  shops: readonly ({ id: number; closedAt: Date | null } & Pick<Claim, "now" | "due">)[],
  realNow: Date,
): Promise<Set<number>> {
  const ids = bigints(shops.map(({ id }) => id));
  const froms = instants(shops.map(({ due }) => due.from));
  const chargedUntil = (until: (shop: (typeof shops)[number]) => Date) =>
    instants(shops.map((shop) => (shop.closedAt ? NEVER : until(shop))));
  const kinds = [
    sql`unnest(${ids}, ${froms}, ${instants(shops.map(({ now }) => now))}, ${chargedUntil(({ now }) => now)})
        s (id, due_from, now, charged_until)
      join billing_attempts a on a.shop_id = s.id and a.next_step_at <= s.now
        and (a.next_step = 'LOOK' or a.next_step_at <= s.charged_until)
        and (a.status <> 'QUEUED' or a.billing_date >= s.due_from)`,
    sql`unnest(${ids}) s (id)
      join billing_attempts a on a.shop_id = s.id and a.status = 'PROCESSING' and a.next_step is null
        and ${isLeft(realNow)}`,
    sql`unnest(${ids}, ${froms}, ${chargedUntil(({ due }) => due.before)}) s (id, due_from, due_before)
      join billing_attempts a on a.shop_id = s.id and a.status = 'QUEUED'
        and a.billing_date >= s.due_from and a.billing_date < s.due_before`,
  ];
  const found = new Set<number>();
  for (const kind of kinds)
    for (const { id } of await db.execute<{ id: number }>(sql`select distinct a.shop_id as id from ${kind}`))
      found.add(id);
  return found;
}
