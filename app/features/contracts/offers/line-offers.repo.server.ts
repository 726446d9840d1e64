import { type SQL, sql } from "drizzle-orm";
import type { OfferedVariant } from "~/features/contracts/change/line-edits";
import type { PlanTerms } from "~/features/contracts/change/line-price";
import { db, type Queryable } from "~db/client.server";
import type { Interval } from "~db/schema/intervals";
import { sqlStatement } from "~db/statement.server";

export type CatalogueVariant = OfferedVariant & { available: boolean };

/** A plan of the shop. Frequencies are null until the platform reports them. */
export type CataloguePlan = PlanTerms & {
  groupId: number | null;
  billingInterval: Interval | null;
  billingIntervalCount: number | null;
  deliveryInterval: Interval | null;
  deliveryIntervalCount: number | null;
  /** The products it is for, among those asked about; null = unknown. */
  productIds: number[] | null;
};

/** Lists of ids as `{1,2}`: the text of a kept statement must not depend on their length. */
type Asked = { shopId: number; variantIds: string; planIds: string; productIds: string; withGroups: boolean };

const selectVariants = sqlStatement<Pick<Asked, "shopId" | "variantIds">, CatalogueVariant>()(
  (value) => sql`
    select v.id as "variantId", v.product_id as "productId", p.title, v.title as "variantTitle", v.sku,
      v.price::text as price, v.taxable, v.requires_shipping as "requiresShipping", v.available
    from variants v
    join products p on p.shop_id = ${value("shopId")}::bigint and p.id = v.product_id and p.deleted_at is null
    where v.shop_id = ${value("shopId")}::bigint and v.id = any(${value("variantIds")}::bigint[])
      and v.deleted_at is null`,
);

/** A group that names no product does not say which products its plans are for. */
const toSelectPlans = (end: SQL) =>
  sqlStatement<Asked, CataloguePlan>()(
    (value) => sql`
    select s.id, s.name, s.group_id as "groupId", s.discount_percentage::text as "discountPercentage", s.discount_cycles as "discountCycles",
      s.later_discount_percentage::text as "laterDiscountPercentage", s.billing_interval as "billingInterval",
      s.billing_interval_count as "billingIntervalCount", s.delivery_interval as "deliveryInterval",
      s.delivery_interval_count as "deliveryIntervalCount",
      case when exists (select from selling_plan_group_products g
        where g.shop_id = ${value("shopId")}::bigint and g.group_id = s.group_id)
      then (select coalesce(json_agg(g.product_id), '[]') from selling_plan_group_products g
        where g.shop_id = ${value("shopId")}::bigint and g.group_id = s.group_id
          and (g.product_id = any(${value("productIds")}::bigint[]) or g.product_id in (
            select v.product_id from variants v
            where v.shop_id = ${value("shopId")}::bigint and v.id = any(${value("variantIds")}::bigint[]))))
      end as "productIds"
    from selling_plans s
    where s.shop_id = ${value("shopId")}::bigint and (s.id = any(${value("planIds")}::bigint[])
      or ${value("withGroups")}::boolean and s.group_id = any(array(select o.group_id from selling_plans o
        where o.shop_id = ${value("shopId")}::bigint and o.id = any(${value("planIds")}::bigint[]))))
    order by s.id ${end}`,
  );
const selectPlans = toSelectPlans(sql``);
const selectAndHoldPlans = toSelectPlans(sql`for key share of s`);

const selectCurrency = sqlStatement<{ shopId: number }, { currencyCode: string }>()(
  (value) => sql`select currency_code as "currencyCode" from shops where id = ${value("shopId")}::bigint`,
);

export type CatalogueOffers = {
  /** Currency of the catalogue's prices. */
  currencyCode: string;
  /** Variants that can be ordered, by id; unknown and deleted ones are missing. */
  variants: ReadonlyMap<number, CatalogueVariant>;
  plans: ReadonlyMap<number, CataloguePlan>;
};

const toList = (ids: readonly number[]): string => `{${ids.join(",")}}`;

/**
 * Variants and plans of the shop that lines may have. In a transaction, the plans found are locked until it ends, so
 * that a plan that a line is to have is not deleted meanwhile.
 *
 * @param asked.productIds of lines whose plan is looked up; those of the variants are always included
 * @param asked.withGroups include the other plans of the same groups
 */
export async function findCatalogueOffers(
  on: Queryable,
  shopId: number,
  asked: {
    variantIds: readonly number[];
    planIds: readonly number[];
    productIds: readonly number[];
    withGroups?: boolean;
  },
): Promise<CatalogueOffers> {
  const variantIds = toList(asked.variantIds);
  const readPlans = on === db ? selectPlans : selectAndHoldPlans;
  // Sent together, so none waits for another.
  const [variants, plans, [shop]] = await Promise.all([
    asked.variantIds.length > 0 ? selectVariants(on, { shopId, variantIds }) : [],
    asked.planIds.length > 0
      ? readPlans(on, {
          shopId,
          variantIds,
          planIds: toList(asked.planIds),
          productIds: toList(asked.productIds),
          withGroups: asked.withGroups ?? false,
        })
      : [],
    selectCurrency(on, { shopId }),
  ]);
  if (!shop) throw new Error("a contract's shop is not there");
  return {
    currencyCode: shop.currencyCode,
    variants: new Map(variants.map((variant) => [variant.variantId, variant])),
    plans: new Map(plans.map((plan) => [plan.id, plan])),
  };
}

const toSelectPlansOf = (hasFrequency: boolean) =>
  sqlStatement<{ shopId: number; productIds: string; most: number }, { id: number; name: string }>()(
    (value) => sql`
    select s.id, s.name
    from selling_plans s
    where s.shop_id = ${value("shopId")}::bigint
      and (s.billing_interval is not null and s.billing_interval_count is not null)
        = ${sql.raw(String(hasFrequency))}
      and (not exists (select from selling_plan_group_products g
          where g.shop_id = ${value("shopId")}::bigint and g.group_id = s.group_id)
        or exists (select from selling_plan_group_products g
          where g.shop_id = ${value("shopId")}::bigint and g.group_id = s.group_id
            and g.product_id = any(${value("productIds")}::bigint[])))
    order by s.name, s.id
    limit ${value("most")}::int`,
  );
const selectPlansOf = toSelectPlansOf(true);
const selectUntimedPlansOf = toSelectPlansOf(false);

/** Plans with a frequency that are for any of these products. */
export const listPlanIdsOf = async (
  on: Queryable,
  shopId: number,
  productIds: readonly number[],
  most: number,
): Promise<number[]> =>
  (await selectPlansOf(on, { shopId, productIds: toList(productIds), most })).map(({ id }) => id);

/** Plans that are for any of these products, but whose frequency is unknown: an import only names them. */
export const listUntimedPlansOf = (
  on: Queryable,
  shopId: number,
  productIds: readonly number[],
  most: number,
): Promise<{ id: number; name: string }[]> =>
  selectUntimedPlansOf(on, { shopId, productIds: toList(productIds), most });
