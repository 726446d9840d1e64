import { and, eq, inArray, isNull } from "drizzle-orm";
import { CONTRACT_RECORD_SQL } from "~/features/contracts/record/contract-record.server";
import { client, db, type Queryable } from "~db/client.server";
import { products, sellingPlans, variants } from "~db/schema/catalogue";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";

/** What a new contract refers to, as far as the shop has it. */
export async function findReferences(
  shopId: number,
  wanted: { customerId: number; paymentMethodId?: string; variantIds: number[]; sellingPlanIds: number[] },
) {
  const [[customer], [paymentMethod], variantRows, planRows] = await Promise.all([
    db
      .select()
      .from(customers)
      .where(and(eq(customers.shopId, shopId), eq(customers.id, wanted.customerId))),
    wanted.paymentMethodId === undefined
      ? []
      : db
          .select()
          .from(paymentMethods)
          .where(and(eq(paymentMethods.shopId, shopId), eq(paymentMethods.id, wanted.paymentMethodId))),
    db
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
      : db
          .select()
          .from(sellingPlans)
          .where(and(eq(sellingPlans.shopId, shopId), inArray(sellingPlans.id, wanted.sellingPlanIds))),
  ]);
  return {
    customer: customer ?? null,
    paymentMethod: paymentMethod ?? null,
    variants: new Map(
      variantRows.map((row) => [row.variant.id, { ...row.variant, productTitle: row.productTitle }]),
    ),
    sellingPlans: new Map(planRows.map((row) => [row.id, row])),
  };
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

/** The record of one contract (spec.md "Subscription contract record") as JSON text, by our contract id; with the wire's. */
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
