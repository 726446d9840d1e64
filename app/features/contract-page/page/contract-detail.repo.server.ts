import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { products, sellingPlans, variants } from "~db/schema/catalogue";
import { OPEN_TRY_STATES } from "~db/schema/charge-enums";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";

/** A contract with its customer and payment method, by the id that URLs carry. */
export async function findContractWithCustomer(shopId: number, subscriptionContractId: number) {
  const rows = await db
    .select({ contract: contracts, customer: customers, paymentMethod: paymentMethods })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.shopId, shopId), eq(customers.id, contracts.customerId)))
    .leftJoin(
      paymentMethods,
      and(eq(paymentMethods.shopId, shopId), eq(paymentMethods.id, contracts.paymentMethodId)),
    )
    .where(and(eq(contracts.shopId, shopId), eq(contracts.subscriptionContractId, subscriptionContractId)));
  return rows[0] ?? null;
}

/** The lines in their order, each with the catalogue's present data of its product and variant. */
export function listLinesWithCatalogue(shopId: number, contractId: number) {
  return db
    .select({
      line: contractLines,
      productTitle: products.title,
      productImage: { url: products.imageUrl, width: products.imageWidth, height: products.imageHeight },
      variantImage: { url: variants.imageUrl, width: variants.imageWidth, height: variants.imageHeight },
      isDeleted: sql<boolean>`coalesce(${products.deletedAt}, ${variants.deletedAt}) is not null`,
      sellingPlanName: sellingPlans.name,
    })
    .from(contractLines)
    .leftJoin(products, and(eq(products.shopId, shopId), eq(products.id, contractLines.productId)))
    .leftJoin(variants, and(eq(variants.shopId, shopId), eq(variants.id, contractLines.variantId)))
    .leftJoin(
      sellingPlans,
      and(eq(sellingPlans.shopId, shopId), eq(sellingPlans.id, contractLines.sellingPlanId)),
    )
    .where(and(eq(contractLines.shopId, shopId), eq(contractLines.contractId, contractId)))
    .orderBy(asc(contractLines.position), asc(contractLines.id));
}

export function listDiscounts(shopId: number, contractId: number) {
  return db
    .select()
    .from(contractDiscounts)
    .where(and(eq(contractDiscounts.shopId, shopId), eq(contractDiscounts.contractId, contractId)))
    .orderBy(asc(contractDiscounts.createdAt), asc(contractDiscounts.id));
}

const PAST_STATUSES = [
  "SUCCESS",
  "FAILURE",
  "UNKNOWN",
  "ACTION_REQUIRED",
  "AUTO_CHARGE_DISABLED",
  "CONTRACT_ENDED",
] as const;

/** The amount requested from the gateway, while it is open whether the order was charged; else null. */
const askedAmount = (shopId: number) => sql<string | null>`(
  select case when ${inArray(sql`t.state`, [...OPEN_TRY_STATES])} then t.amount::text end from billing_tries t
  where t.shop_id = ${shopId}::bigint and t.attempt_id = ${billingAttempts}.id order by t.number desc limit 1)`;

type SoldProduct = {
  variantId: number;
  title: string;
  variantTitle: string | null;
  quantity: number;
  price: string;
};

/** The one-time products that a paid order sold, as its order lines: their own rows are deleted once it is made. */
const soldOnce = (shopId: number) => sql<SoldProduct[]>`(
  select coalesce(json_agg(json_build_object('variantId', l.variant_id, 'title', l.title, 'variantTitle', l.variant_title,
      'quantity', l.quantity, 'price', l.unit_price::text) order by l.position), '[]')
  from orders o join order_lines l on l.shop_id = ${shopId}::bigint and l.order_id = o.id and l.line_id is null
  where o.shop_id = ${shopId}::bigint and o.attempt_id = ${billingAttempts}.id)`;

/**
 * Upcoming orders, soonest first: QUEUED, being made, parked by a pause, and skipped ones whose date is in the future.
 */
export function listUpcomingAttempts(shopId: number, contractId: number, now: Date, limit: number) {
  return db
    .select({ ...getTableColumns(billingAttempts), askedAmount: askedAmount(shopId) })
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.shopId, shopId),
        eq(billingAttempts.contractId, contractId),
        isNull(billingAttempts.paidWithId),
        sql`(${inArray(billingAttempts.status, ["QUEUED", "PROCESSING", "PARKED"])}
          or ${billingAttempts.status} = 'SKIPPED' and ${billingAttempts.billingDate} > ${now.toISOString()})`,
      ),
    )
    .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id))
    .limit(limit);
}

/**
 * Orders that were made, failed, are open at the gateway or were not to be charged, and called-off or skipped ones
 * whose date has passed; newest first.
 */
export function listPastAttempts(shopId: number, contractId: number, now: Date, limit: number) {
  return db
    .select({
      ...getTableColumns(billingAttempts),
      askedAmount: askedAmount(shopId),
      soldOnce: soldOnce(shopId),
    })
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.shopId, shopId),
        eq(billingAttempts.contractId, contractId),
        isNull(billingAttempts.paidWithId),
        sql`(${inArray(billingAttempts.status, [...PAST_STATUSES])}
          or ${billingAttempts.status} in ('SKIPPED', 'CANCELLED')
          and ${billingAttempts.billingDate} <= ${now.toISOString()})`,
      ),
    )
    .orderBy(desc(billingAttempts.billingDate), desc(billingAttempts.id))
    .limit(limit);
}
