import type { BundleConfiguration } from "~/features/bundles/bundle";
import type { DetailProduct } from "~/features/bundles/bundle-detail";
import { client } from "~db/client.server";

type DetailRow = {
  id: number;
  name: string;
  handle: string;
  description: string;
  minProductCount: number | null;
  maxProductCount: number | null;
  buildABoxType: BundleConfiguration["buildABoxType"];
  frequencies: string;
};

/** What the bundle detail says of an active bundle. Prepared statements: planning would cost more than they do. */
export async function findDetailBundle(shopId: number, handle: string) {
  const rows = await client<DetailRow[]>`
    select b.id, b.name, b.handle, b.description, b.min_product_count as "minProductCount",
      b.max_product_count as "maxProductCount", b.build_a_box_type as "buildABoxType", b.frequencies::text as frequencies
    from bundles b
    where b.shop_id = ${shopId} and b.handle = ${handle} and b.subscription_bundling_enabled
      and b.archived_at is null`;
  const row = rows[0];
  if (!row) return null;
  return { ...row, frequencies: JSON.parse(row.frequencies) as BundleConfiguration["frequencies"] };
}

/** Its products in order; those that the catalogue has deleted, or whose variant it has, drop out. */
export function listDetailProducts(shopId: number, handle: string): Promise<DetailProduct[]> {
  return client<DetailProduct[]>`
    select bp.quantity, v.id as "variantId", p.id as "productId", p.title, v.price,
      coalesce(v.image_url, p.image_url) as image, v.available
    from bundles b
    join bundle_products bp on bp.shop_id = ${shopId} and bp.bundle_id = b.id
    join products p on p.shop_id = ${shopId} and p.id = bp.product_id and p.deleted_at is null
    join variants v on v.shop_id = ${shopId} and v.id = bp.variant_id and v.deleted_at is null
    where b.shop_id = ${shopId} and b.handle = ${handle}
    order by bp.position, bp.product_id`;
}
