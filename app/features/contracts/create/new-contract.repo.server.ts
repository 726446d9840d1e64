import { and, desc, eq, getTableColumns, gt, inArray, isNull, sql } from "drizzle-orm";
import { hasCustomerInbox } from "~/access/email-match.server";
import { CONTRACT_RECORD_SQL } from "~/features/contracts/record/contract-record.server";
import { listOwnIds } from "~/lib/gid";
import { client, type Queryable } from "~db/client.server";
import { products, sellingPlans, variants } from "~db/schema/catalogue";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";

/** The rows of the shop that a new contract refers to, as far as they exist. */
export async function findReferences(
  on: Queryable,
  shopId: number,
  wanted: {
    customerId: number;
    newEmail?: string;
    paymentMethodId?: string;
    variantIds: number[];
    sellingPlanIds: number[];
  },
) {
  const { newEmail } = wanted;
  const [[customer], namesakes, [paymentMethod], variantRows, planRows] = await Promise.all([
    on
      .select()
      .from(customers)
      .where(and(eq(customers.shopId, shopId), eq(customers.id, wanted.customerId)))
      // Keeps the customer from being erased before the contract is created.
      .for("key share"),
    newEmail === undefined
      ? []
      : on
          .select({ id: customers.id })
          .from(customers)
          .where(and(eq(customers.shopId, shopId), hasCustomerInbox(newEmail)))
          .limit(1),
    wanted.paymentMethodId === undefined
      ? []
      : on
          .select()
          .from(paymentMethods)
          .where(
            and(
              eq(paymentMethods.shopId, shopId),
              eq(paymentMethods.customerId, wanted.customerId),
              inArray(paymentMethods.id, listOwnIds(wanted.paymentMethodId, "CustomerPaymentMethod")),
            ),
          )
          .orderBy(desc(eq(paymentMethods.id, wanted.paymentMethodId)))
          .limit(1),
    on
      .select({ variant: variants, productTitle: products.title })
      .from(variants)
      .innerJoin(
        products,
        and(eq(products.shopId, shopId), eq(products.id, variants.productId), isNull(products.deletedAt)),
      )
      .where(
        and(eq(variants.shopId, shopId), inArray(variants.id, wanted.variantIds), isNull(variants.deletedAt)),
      ),
    wanted.sellingPlanIds.length === 0
      ? []
      : on
          .select({
            ...getTableColumns(sellingPlans),
            // Of the products asked about. A group that names no product does not say which products its plans are for.
            productIds: sql<number[] | null>`case when exists (
                select from selling_plan_group_products g
                where g.shop_id = ${shopId}::bigint and g.group_id = ${sellingPlans.groupId})
              then (select coalesce(json_agg(v.product_id), '[]') from variants v
                join selling_plan_group_products g on g.shop_id = ${shopId}::bigint
                  and g.group_id = ${sellingPlans.groupId} and g.product_id = v.product_id
                where v.shop_id = ${shopId}::bigint and v.id = any(${`{${wanted.variantIds.join(",")}}`}::bigint[]))
              end`,
          })
          .from(sellingPlans)
          .where(and(eq(sellingPlans.shopId, shopId), inArray(sellingPlans.id, wanted.sellingPlanIds)))
          // Keeps the plans from being deleted before the contract is created.
          .for("key share"),
  ]);
  return {
    customer: customer ?? null,
    isEmailTaken: namesakes.length > 0,
    paymentMethod: paymentMethod ?? null,
    variants: new Map(
      variantRows.map((row) => [row.variant.id, { ...row.variant, productTitle: row.productTitle }]),
    ),
    sellingPlans: new Map(planRows.map((row) => [row.id, row])),
  };
}

/** The rows that a new contract refers to, as found. */
export type References = Awaited<ReturnType<typeof findReferences>>;

export type NewCustomer = { firstName: string | null; lastName: string | null; email: string };

/** Above the ids that platforms give their customers, and still exact in JavaScript (2^53 - 1). */
const OWN_CUSTOMER_IDS = 9_000_000_000_000_000;

/** A customer that the platform does not know gets an id of ours (docs/wire.md "Contract lifecycle"). */
export async function insertNewCustomer(
  tx: Queryable,
  shopId: number,
  { firstName, lastName, email }: NewCustomer,
  now: Date,
): Promise<typeof customers.$inferSelect> {
  // Two concurrent calls would take the same number.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('own customers', ${shopId}::bigint))`);
  const [last] = await tx
    .select({ id: sql<string>`greatest(max(${customers.id}), ${OWN_CUSTOMER_IDS}::bigint)` })
    .from(customers)
    .where(and(eq(customers.shopId, shopId), gt(customers.id, OWN_CUSTOMER_IDS)));
  const id = Number(last?.id) + 1;
  const stamps = { createdAt: now, updatedAt: now };
  const [row] = await tx
    .insert(customers)
    .values({ shopId, id, firstName, lastName, email, tags: [], ...stamps })
    .returning();
  if (!row) throw new Error("an insert returned no row");
  return row;
}

export async function insertContractWithLines(
  tx: Queryable,
  contract: typeof contracts.$inferInsert,
  lines: readonly Omit<typeof contractLines.$inferInsert, "shopId" | "contractId">[],
  discounts: readonly Omit<typeof contractDiscounts.$inferInsert, "shopId" | "contractId">[],
): Promise<typeof contracts.$inferSelect> {
  const [row] = await tx.insert(contracts).values(contract).returning();
  if (!row) throw new Error("an insert returned no row");
  const ofContract = { shopId: row.shopId, contractId: row.id };
  await tx.insert(contractLines).values(lines.map((line) => ({ ...line, ...ofContract })));
  if (discounts.length > 0)
    await tx.insert(contractDiscounts).values(discounts.map((discount) => ({ ...discount, ...ofContract })));
  return row;
}

/**
 * The record of one contract (spec.md "Subscription contract record") as JSON text, by our contract id; with the wire's
 * id.
 */
export async function getContractRecord(
  shopId: number,
  storeDomain: string,
  id: number,
): Promise<{ record: string; contractId: number }> {
  const rows = await client.unsafe<{ record: string; contractId: number }[]>(
    `select ${CONTRACT_RECORD_SQL} as record, c.subscription_contract_id as "contractId" from contracts c where c.shop_id = $1 and c.id = $3`,
    [shopId, JSON.stringify(storeDomain), id],
  );
  if (!rows[0]) throw new Error("a contract that was just made is not there");
  return rows[0];
}
