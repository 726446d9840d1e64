import type postgres from "postgres";

/** The bundle detail as a bare handler reads it: one join, an object, and a sum instead of the price rules. */
export async function readBareBundle(sql: postgres.Sql, shopId: number, handle: string): Promise<unknown> {
  const rows = await sql`
    select b.id as "bundleId", b.name, b.handle, b.description, b.min_product_count as "minProducts",
      b.max_product_count as "maxProducts", b.frequencies, s.currency_code as "currencyCode", bp.quantity,
      v.id as "variantId", p.id as "productId", p.title, round(v.price, 2) as price,
      coalesce(v.image_url, p.image_url) as image, v.available
    from bundles b
    join shops s on s.id = b.shop_id
    join bundle_products bp on bp.shop_id = b.shop_id and bp.bundle_id = b.id
    join products p on p.shop_id = b.shop_id and p.id = bp.product_id and p.deleted_at is null
    join variants v on v.shop_id = b.shop_id and v.id = bp.variant_id and v.deleted_at is null
    where b.shop_id = ${shopId} and b.handle = ${handle} and b.subscription_bundling_enabled and b.archived_at is null
    order by bp.position`;
  const [first] = rows;
  const total = rows.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0);
  return {
    bundle: {
      id: first?.bundleId,
      name: first?.name,
      handle: first?.handle,
      description: first?.description,
      minProducts: first?.minProducts,
      maxProducts: first?.maxProducts,
      totalPrice: total.toFixed(2),
      currencyCode: first?.currencyCode,
    },
    subscriptions: first?.frequencies.map(
      (row: { interval: string; intervalCount: number; discount: string }) => ({
        frequency: row.interval,
        frequencyCount: row.intervalCount,
        frequencyName: "Every month",
        discount: Number(row.discount),
        discountType: "PERCENTAGE",
      }),
    ),
    products: rows.map(({ variantId, productId, title, price, image, available }) => ({
      variantId,
      productId,
      title,
      price,
      image,
      available,
    })),
  };
}
