import type { SellingPlan } from "~/features/bundles/rules/bundle-plans";
import { db, type Queryable } from "~db/client.server";
import { json, toJsonObject } from "~db/json-sql.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { clientOf } from "~db/statement.server";

type DetailRow = {
  id: number;
  version: number;
  name: string;
  handle: string;
  description: string;
  minProductCount: number | null;
  maxProductCount: number | null;
  buildABoxType: BundleConfiguration["buildABoxType"];
  frequencies: BundleConfiguration["frequencies"];
  /** The selling plans that the bundle's frequencies refer to. */
  plans: SellingPlan[];
  /**
   * Members of a JSON array as Postgres wrote them, null for none. Parsing and writing fifty products here again would
   * cost more than the rest of the request.
   */
  products: string | null;
  /** For each product its price and its quantity in a new box. */
  prices: string[] | null;
  quantities: number[] | null;
};

const PRODUCT_SQL = toJsonObject({
  variantId: json.number("v.id"),
  productId: json.number("p.id"),
  title: json.text("p.title"),
  price: json.quoted("round(v.price, $3::int)"),
  image: json.textOrNull("coalesce(v.image_url, p.image_url)"),
  available: json.boolean("case when v.available then 'true' else 'false' end"),
  subProductIds: json.raw("array_to_json(bp.sub_product_ids)"),
  subVariantIds: json.raw("array_to_json(bp.sub_variant_ids)"),
});

const PLANS_SQL = `(
    select coalesce(json_agg(json_build_object('id', sp.id, 'groupId', sp.group_id, 'name', sp.name,
      'billingInterval', sp.billing_interval, 'billingIntervalCount', sp.billing_interval_count,
      'deliveryInterval', sp.delivery_interval, 'deliveryIntervalCount', sp.delivery_interval_count,
      'discountPercentage', sp.discount_percentage::text, 'discountCycles', sp.discount_cycles,
      'laterDiscountPercentage', sp.later_discount_percentage::text)), '[]')
    from selling_plans sp
    where sp.shop_id = $1 and sp.id in (
      select (f.frequency ->> 'sellingPlanId')::bigint from jsonb_array_elements(b.frequencies) as f(frequency))
  )`;

const STATEMENT = `
  select b.id, b.version, b.name, b.handle, b.description, b.min_product_count as "minProductCount",
    b.max_product_count as "maxProductCount", b.build_a_box_type as "buildABoxType",
    b.frequencies, ${PLANS_SQL} as plans, held.products, held.prices, held.quantities
  from bundles b
  left join lateral (
    select string_agg(row.product, ',') as products, array_agg(row.price) as prices, array_agg(row.quantity) as quantities
    from (
      select ${PRODUCT_SQL} as product, v.price::text as price, bp.quantity
      from bundle_products bp
      join products p on p.shop_id = $1 and p.id = bp.product_id and p.deleted_at is null
      join variants v on v.shop_id = $1 and v.id = bp.variant_id and v.deleted_at is null
      where bp.shop_id = $1 and bp.bundle_id = b.id
      order by bp.position, bp.product_id
    ) row
  ) held on true
  where b.shop_id = $1 and b.handle = $2 and b.subscription_bundling_enabled and b.archived_at is null`;

/**
 * The bundle detail of an active bundle, its products in order. A product is left out when it or its variant is deleted
 * from the catalogue. A prepared statement, since planning would take longer than running it.
 * @param decimals of the shop's currency
 */
export async function findDetail(
  shopId: number,
  handle: string,
  decimals: number,
  on: Queryable = db,
): Promise<DetailRow | null> {
  const rows = await clientOf(on).unsafe<DetailRow[]>(STATEMENT, [shopId, handle, decimals], {
    prepare: true,
  });
  return rows[0] ?? null;
}
