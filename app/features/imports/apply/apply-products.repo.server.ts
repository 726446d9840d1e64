import { sql } from "drizzle-orm";
import { type IdRange, stagedProducts } from "~/features/imports/records/staged-range.repo.server";
import type { Queryable } from "~db/client.server";

/** Staged rows of the range, good and bad, and which of their products the shop already has. */
export async function readStagedProducts(tx: Queryable, range: IdRange) {
  const rows = await tx.execute<{ rows: number; good: number[]; bad: number; existing: number[] }>(sql`
    select count(*)::int as rows,
      coalesce(array_agg(distinct s.product_id) filter (where not s.is_bad), '{}') as good,
      (count(distinct s.product_id) - count(distinct s.product_id) filter (where not s.is_bad))::int as bad,
      coalesce(array_agg(distinct p.id) filter (where p.id is not null), '{}') as existing
    from import_products s
    left join products p on p.shop_id = ${range.shopId}::bigint and p.id = s.product_id
    where ${stagedProducts.inRange(range)}`);
  return rows[0] ?? { rows: 0, good: [], bad: 0, existing: [] };
}

/** Inserts new products and updates those that differ. One that reappears is no longer deleted. @returns their ids */
export async function upsertProducts(tx: Queryable, range: IdRange, now: Date): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(sql`
    insert into products (shop_id, id, title, handle, vendor, product_type, image_url, image_width, image_height,
      updated_at, deleted_at)
    select distinct on (s.product_id) s.shop_id, s.product_id, s.title, s.handle, s.vendor, s.product_type,
      s.image_url, s.image_width, s.image_height, ${now.toISOString()}::timestamptz, null::timestamptz
    from import_products s
    where ${stagedProducts.inRange(range)} and not s.is_bad
    order by s.product_id, s.line desc
    on conflict (shop_id, id) do update set title = excluded.title, handle = excluded.handle,
      vendor = excluded.vendor, product_type = excluded.product_type, image_url = excluded.image_url,
      image_width = excluded.image_width, image_height = excluded.image_height,
      updated_at = excluded.updated_at, deleted_at = excluded.deleted_at
    where (products.title, products.handle, products.vendor, products.product_type, products.image_url,
        products.image_width, products.image_height, products.deleted_at)
      is distinct from (excluded.title, excluded.handle, excluded.vendor, excluded.product_type, excluded.image_url,
        excluded.image_width, excluded.image_height, excluded.deleted_at)
    returning id`);
  return rows.map((row) => row.id);
}

/** The same for the good variants of the good products. @returns the products they belong to */
export async function upsertVariants(tx: Queryable, range: IdRange, now: Date): Promise<number[]> {
  const rows = await tx.execute<{ productId: number }>(sql`
    insert into variants (shop_id, id, product_id, title, sku, price, available, requires_shipping, taxable, position,
      image_url, image_width, image_height, updated_at, deleted_at)
    select distinct on (v.id) s.shop_id, v.id, s.product_id, v.title, v.sku, v.price, v.available,
      v."requiresShipping", v.taxable, v.position, v."imageUrl", v."imageWidth", v."imageHeight",
      ${now.toISOString()}::timestamptz, null::timestamptz
    from import_products s
    cross join lateral jsonb_to_recordset(s.variants) as v (id bigint, "isBad" boolean, title text, sku text,
      price numeric(14,4), available boolean, "requiresShipping" boolean, taxable boolean, position int,
      "imageUrl" text, "imageWidth" int, "imageHeight" int)
    where ${stagedProducts.inRange(range)} and not s.is_bad and not v."isBad"
    order by v.id, s.line desc
    on conflict (shop_id, id) do update set product_id = excluded.product_id, title = excluded.title,
      sku = excluded.sku, price = excluded.price, available = excluded.available,
      requires_shipping = excluded.requires_shipping, taxable = excluded.taxable, position = excluded.position,
      image_url = excluded.image_url, image_width = excluded.image_width, image_height = excluded.image_height,
      updated_at = excluded.updated_at, deleted_at = excluded.deleted_at
    where (variants.product_id, variants.title, variants.sku, variants.price, variants.available,
        variants.requires_shipping, variants.taxable, variants.position, variants.image_url, variants.image_width,
        variants.image_height, variants.deleted_at)
      is distinct from (excluded.product_id, excluded.title, excluded.sku, excluded.price, excluded.available,
        excluded.requires_shipping, excluded.taxable, excluded.position, excluded.image_url, excluded.image_width,
        excluded.image_height, excluded.deleted_at)
    returning product_id as "productId"`);
  return rows.map((row) => row.productId);
}

/**
 * Marks as deleted the products of the range that the staged catalogue lacks, with all their variants, and variants
 * that its products no longer have. Unreadable entries of the file do not count as absent. @returns how many were
 * marked
 */
export async function markAbsentDeleted(tx: Queryable, range: IdRange, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const products = await tx.execute(sql`
    update products p set deleted_at = ${at}, updated_at = ${at}
    where p.shop_id = ${range.shopId}::bigint and p.id > ${range.after}::bigint and p.id <= ${range.upto}::bigint
      and p.deleted_at is null
      and p.id not in (select s.product_id from import_products s where ${stagedProducts.inRange(range)})`);
  const variants = await tx.execute(sql`
    update variants v set deleted_at = ${at}, updated_at = ${at}
    where v.shop_id = ${range.shopId}::bigint
      and v.product_id > ${range.after}::bigint and v.product_id <= ${range.upto}::bigint
      and v.deleted_at is null
      and v.product_id not in (select s.product_id from import_products s where ${stagedProducts.inRange(range)} and s.is_bad)
      and v.id not in (
        select (listed.variant ->> 'id')::bigint from import_products s
        cross join lateral jsonb_array_elements(s.variants) as listed (variant)
        where ${stagedProducts.inRange(range)})`);
  return products.count + variants.count;
}
