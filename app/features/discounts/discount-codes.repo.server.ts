import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { hasCustomerEmail } from "~/access/email-match.server";
import { db, type Queryable } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import { countRows, findRow, insertRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { products } from "~db/schema/catalogue";
import type { contracts } from "~db/schema/contracts";
import { discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import type { DiscountCode } from "./discount-code";

/** The merchant's own codes, newest first; `search` is part of the code. */
export function listDiscountCodes(
  shopId: number,
  { search, beforeId, limit }: { search: string; beforeId: number | null; limit: number },
): Promise<DiscountCode[]> {
  const pattern = toContainsPattern(search.toLowerCase());
  return db
    .select()
    .from(discountCodes)
    .where(
      and(
        isRow(discountCodes, { shopId, origin: "MERCHANT" }),
        search === "" ? undefined : sql`lower(${discountCodes.code}) like ${pattern}`,
        beforeId === null ? undefined : lt(discountCodes.id, beforeId),
      ),
    )
    .orderBy(desc(discountCodes.id))
    .limit(limit);
}

export const findDiscountCode = (shopId: number, id: number): Promise<DiscountCode | null> =>
  findRow(db, discountCodes, { shopId, id });

/** Codes that a customer may mean: spelled exactly the same, or in another case. At most two. */
const isNamed = (shopId: number, code: string) =>
  and(
    eq(discountCodes.shopId, shopId),
    or(eq(discountCodes.code, code), eq(discountCodes.codeKey, code.toLowerCase())),
  );

/**
 * wire.md §2 "11": of two codes that differ only by case, the exact spelling wins; otherwise the older one, which alone
 * has a key.
 */
const pickNamed = (rows: DiscountCode[], code: string): DiscountCode | null =>
  rows.find((row) => row.code === code) ?? rows[0] ?? null;

/** Finds a code as a customer spells it. */
export async function findDiscountCodeByName(
  shopId: number,
  code: string,
  on: Queryable = db,
): Promise<DiscountCode | null> {
  return pickNamed(await on.select().from(discountCodes).where(isNamed(shopId, code)), code);
}

/** The products of these codes, by code; codes for all products, and unknown ones, are left out. */
export async function listCodeProducts(
  on: Queryable,
  shopId: number,
  codes: readonly string[],
): Promise<Map<string, number[]>> {
  if (codes.length === 0) return new Map();
  const rows = await on
    .select({ code: discountCodes.code, productIds: discountCodes.productIds })
    .from(discountCodes)
    .where(isRow(discountCodes, { shopId, code: [...codes] }));
  return new Map(rows.flatMap(({ code, productIds }) => (productIds ? [[code, productIds] as const] : [])));
}

/** Locks a code until the transaction ends. */
export const lockDiscountCode = (tx: Queryable, shopId: number, id: number): Promise<DiscountCode | null> =>
  lockRow(tx, discountCodes, { shopId, id });

/**
 * Finds a code as a customer spells it, and locks it until the transaction ends: simultaneous uses then see what is
 * left of its limits. Lock the contract first.
 */
export async function lockDiscountCodeByName(
  tx: Queryable,
  shopId: number,
  code: string,
): Promise<DiscountCode | null> {
  const rows = await tx
    .select()
    .from(discountCodes)
    .where(isNamed(shopId, code))
    .orderBy(discountCodes.id)
    .for("update");
  return pickNamed(rows, code);
}

export async function insertDiscountCode(
  tx: Queryable,
  row: typeof discountCodes.$inferInsert,
): Promise<DiscountCode> {
  const rows = await tx.insert(discountCodes).values(row).returning();
  if (!rows[0]) throw new Error("insert of a discount code returned no row");
  return rows[0];
}

export const updateDiscountCode = (
  tx: Queryable,
  shopId: number,
  id: number,
  fields: Partial<DiscountCode>,
) => updateRows(tx, discountCodes, { shopId, id }, fields);

export type DiscountCodeUse = typeof discountCodeUses.$inferInsert;

/** Whether the customer has a use of the code, with any contract. */
export const hasUsed = async (
  tx: Queryable,
  shopId: number,
  codeId: number,
  customerId: number,
): Promise<boolean> => (await countRows(tx, discountCodeUses, { shopId, codeId, customerId })) > 0;

/** Whether the contract has a use of the code: it stayed with an order when the discount was removed. */
export const hasUseOf = async (
  tx: Queryable,
  shopId: number,
  codeId: number,
  contractId: number,
): Promise<boolean> => (await countRows(tx, discountCodeUses, { shopId, codeId, contractId })) > 0;

/** Takes one use. The row's constraints (`uses <= use_limit`, once per customer) decide in the end. */
export async function insertUse(tx: Queryable, use: DiscountCodeUse): Promise<void> {
  const { shopId, codeId: id } = use;
  await updateRows(tx, discountCodes, { shopId, id }, { uses: sql`${discountCodes.uses} + 1` });
  await insertRow(tx, discountCodeUses, use);
}

/** Whether the owner of this contract, by customer or e-mail, has an earlier one. */
export async function hasEarlierContract(
  tx: Queryable,
  contract: Pick<
    typeof contracts.$inferSelect,
    "shopId" | "id" | "customerId" | "customerEmail" | "createdAt"
  >,
): Promise<boolean> {
  const { shopId, id, customerId, customerEmail, createdAt } = contract;
  const rows = await tx.execute(sql`
    select from contracts c
    where c.shop_id = ${shopId}::bigint
      and c.customer_id in (
        select p.id from customers p where p.shop_id = ${shopId}::bigint
          and (p.id = ${customerId}::bigint or ${hasCustomerEmail(customerEmail)}))
      and (c.created_at, c.id) < (${createdAt.toISOString()}::timestamptz, ${id}::bigint)
    limit 1`);
  return rows.length > 0;
}

type ContractDiscount = { shopId: number; contractId: number; discountId: string };

/**
 * SQL: no order of the contract has the discount, or may still get it. An order is charged, and recorded as paid, with
 * what was stored at its try, even if the contract has changed; a discount counts its orders only once they are paid.
 * One-time products keep the price that the discount gave them until their order is made.
 */
const hasNoOrder = ({ shopId, contractId, discountId }: ContractDiscount) => sql`not exists (
  select from one_time_products p
  where p.shop_id = ${shopId}::bigint and p.contract_id = ${contractId}::bigint
    and p.discounts @> jsonb_build_array(jsonb_build_object('id', ${discountId}::text)))
  and not exists (
  select from billing_attempts a
  join billing_tries t on t.shop_id = ${shopId}::bigint and t.attempt_id = a.id
  where a.shop_id = ${shopId}::bigint and a.contract_id = ${contractId}::bigint
    and t.state not in ('DECLINED', 'REFUSED')
    and t.draft -> 'discounts' @> jsonb_build_array(jsonb_build_object('id', ${discountId}::text)))`;

/**
 * SQL: no contract of the customer has another discount of the code that shares this use, as happens after a split
 * (docs/decisions/136).
 */
const isNotShared = ({ shopId, discountId }: ContractDiscount) => sql`not exists (
  select from discount_codes k
  join contracts c on c.shop_id = ${shopId}::bigint and c.customer_id = ${discountCodeUses.customerId}
  join contract_discounts d on d.shop_id = ${shopId}::bigint and d.contract_id = c.id and d.code = k.code
  where k.shop_id = ${shopId}::bigint and k.id = ${discountCodeUses.codeId} and d.id <> ${discountId}::uuid
    and not exists (select from discount_code_uses o
      where o.shop_id = ${shopId}::bigint and o.code_id = k.id and o.discount_id = d.id))`;

/**
 * SQL: no order of the customer since this use has a discount of the code that shares it. Orders of other contracts
 * count as well: after a split, both contracts order by the one use.
 */
const hasNoOrderByCode = ({ shopId }: ContractDiscount) => sql`not exists (
  select from discount_codes k
  join contracts c on c.shop_id = ${shopId}::bigint and c.customer_id = ${discountCodeUses.customerId}
  cross join lateral (
    select t.draft -> 'discounts' as discounts from billing_attempts a
    join billing_tries t on t.shop_id = ${shopId}::bigint and t.attempt_id = a.id
    where a.shop_id = ${shopId}::bigint and a.contract_id = c.id
      and t.state not in ('DECLINED', 'REFUSED') and t.created_at >= ${discountCodeUses.createdAt}
    union all
    select p.discounts from one_time_products p
    where p.shop_id = ${shopId}::bigint and p.contract_id = c.id and p.created_at >= ${discountCodeUses.createdAt}
  ) o
  cross join lateral jsonb_array_elements(o.discounts) e
  where k.shop_id = ${shopId}::bigint and k.id = ${discountCodeUses.codeId} and e ->> 'code' = k.code
    and not exists (select from discount_code_uses u
      where u.shop_id = ${shopId}::bigint and u.code_id = k.id and u.discount_id = (e ->> 'id')::uuid
        and u.discount_id <> ${discountCodeUses.discountId}))`;

/**
 * How many orders of the contract had a discount of the code or may still get it, as in `hasNoOrder`: also one that was
 * removed since. Of a contract that was split off, those of the former one up to then count too, as the discount that
 * it took over has counted them; the former one is known from its history.
 */
export async function countOrdersWithCode(
  on: Queryable,
  { shopId, contractId, code }: { shopId: number; contractId: number; code: string },
): Promise<number> {
  const [row] = await on.execute<{ orders: number }>(sql`
    with recursive part (contract_id, until) as (
      select ${contractId}::bigint, 'infinity'::timestamptz
      union all
      select y.contract_id, least(p.until, y.created_at) from part p
      join contracts c on c.shop_id = ${shopId}::bigint and c.id = p.contract_id
      join contracts f on f.shop_id = ${shopId}::bigint and f.customer_id = c.customer_id and f.id <> c.id
      join activity y on y.shop_id = ${shopId}::bigint and y.contract_id = f.id
        and y.action = 'contract.split' and y.after ->> 'newContract' = c.subscription_contract_id::text)
    select count(distinct a.id)::int as orders from part p
    join billing_attempts a on a.shop_id = ${shopId}::bigint and a.contract_id = p.contract_id
    join billing_tries t on t.shop_id = ${shopId}::bigint and t.attempt_id = a.id
    where t.created_at <= p.until and t.state not in ('DECLINED', 'REFUSED')
      and t.draft -> 'discounts' @> jsonb_build_array(jsonb_build_object('code', ${code}::text))`);
  return row?.orders ?? 0;
}

/** Whether a discount has a use of the code. */
export const hasUse = async (
  tx: Queryable,
  shopId: number,
  codeId: number,
  discountId: string,
): Promise<boolean> => (await countRows(tx, discountCodeUses, { shopId, codeId, discountId })) > 0;

/**
 * Passes the use to the contract's next discount that shares it, if there is one, so that it can be given back with the
 * last of them.
 */
const passUseOn = (tx: Queryable, { shopId, contractId, discountId }: ContractDiscount) =>
  tx.execute(sql`
    update discount_code_uses u set discount_id = s.id from (
      select u.code_id, d.id from discount_code_uses u
      join discount_codes k on k.shop_id = ${shopId}::bigint and k.id = u.code_id
      join contract_discounts d on d.shop_id = ${shopId}::bigint and d.contract_id = u.contract_id and d.code = k.code
      where u.shop_id = ${shopId}::bigint and u.contract_id = ${contractId}::bigint
        and u.discount_id = ${discountId}::uuid and d.id <> u.discount_id
        and not exists (select from discount_code_uses o
          where o.shop_id = ${shopId}::bigint and o.code_id = k.id and o.discount_id = d.id)
        and ${hasNoOrder({ shopId, contractId, discountId })}
      order by d.created_at, d.id limit 1) s
    where u.shop_id = ${shopId}::bigint and u.code_id = s.code_id and u.discount_id = ${discountId}::uuid`);

/**
 * Gives back the use that a contract's discount took, unless an order has the discount or is being charged with it, or
 * another discount that shares the use is still there or was ordered with. If that discount is this contract's, the use
 * passes to it.
 *
 * @returns the use's code; null when the discount has no use, or the use stays
 */
export async function deleteUse(
  tx: Queryable,
  shopId: number,
  contractId: number,
  discountId: string,
): Promise<{ id: number } | null> {
  const discount = { shopId, contractId, discountId };
  await passUseOn(tx, discount);
  const rows = await tx
    .delete(discountCodeUses)
    .where(
      and(
        isRow(discountCodeUses, discount),
        hasNoOrder(discount),
        hasNoOrderByCode(discount),
        isNotShared(discount),
      ),
    )
    .returning({ codeId: discountCodeUses.codeId });
  const id = rows[0]?.codeId;
  if (id === undefined) return null;
  await updateRows(tx, discountCodes, { shopId, id }, { uses: sql`${discountCodes.uses} - 1` });
  return { id };
}

/**
 * A contract's discount has moved to another contract, and its use follows, unless an order has the discount or is
 * being charged with it: then the use stays with that order's contract.
 *
 * @returns the use's code; null when the use stays
 */
export async function moveUse(
  tx: Queryable,
  discount: ContractDiscount,
  to: Omit<ContractDiscount, "shopId">,
): Promise<{ id: number } | null> {
  const rows = await tx
    .update(discountCodeUses)
    .set(to)
    .where(and(isRow(discountCodeUses, discount), hasNoOrder(discount)))
    .returning({ id: discountCodeUses.codeId });
  return rows[0] ?? null;
}

/** Titles of products, deleted ones too; unknown ids are left out. */
export function listProductTitles(shopId: number, ids: readonly number[], on: Queryable = db) {
  return on
    .select({
      id: products.id,
      title: products.title,
      isDeleted: sql<boolean>`${products.deletedAt} is not null`,
    })
    .from(products)
    .where(isRow(products, { shopId, id: [...ids] }))
    .orderBy(products.title, products.id);
}
