import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";
import { client, db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";

const BUNDLES = 1000;
const PRODUCTS = 50;
const FIRST_ID = 8_100_000_000_000;

/** A thousand open bundles of fifty products each, created once per database. @returns their handles */
export async function requireBundles(): Promise<string[]> {
  const [shop] = await client<{ id: number }[]>`select id from shops`;
  const shopId = shop?.id ?? 0;
  const handles = Array.from({ length: BUNDLES }, (_, index) => `bench-box-${index}`);
  const [present] =
    await client`select from bundles where shop_id = ${shopId} and handle = ${handles[0] ?? ""}`;
  if (present) return handles;
  const now = new Date();
  await client`insert into products (shop_id, id, title, handle, image_url, updated_at)
    select ${shopId}, ${FIRST_ID}::bigint + n, 'Bench product ' || n, 'bench-product-' || n,
      'https://images.example/products/' || n || '.png', now() from generate_series(1, ${PRODUCTS}) n`;
  await client`insert into variants (shop_id, id, product_id, title, price, available, requires_shipping, taxable, position, updated_at)
    select ${shopId}, ${FIRST_ID}::bigint + n, ${FIRST_ID}::bigint + n, 'Default', n + 0.5, true, true, true, 0, now()
    from generate_series(1, ${PRODUCTS}) n`;
  // Without a plan of the same terms a frequency is not offered.
  await client`insert into selling_plans (shop_id, id, name, billing_interval, billing_interval_count, delivery_interval,
      delivery_interval_count, discount_percentage)
    values (${shopId}, ${FIRST_ID}, 'Every month', 'MONTH', 1, 'MONTH', 1, 10)`;
  const { products: _products, ...configuration } = NEW_BUNDLE;
  await db.insert(bundles).values(
    handles.map((handle) => ({
      ...configuration,
      shopId,
      handle,
      name: `Box ${handle}`,
      uniqueRef: handle,
      subscriptionBundlingEnabled: true,
      frequencies: [
        { interval: "MONTH" as const, intervalCount: 1, name: "", discount: "10", sellingPlanId: FIRST_ID },
      ],
      createdAt: now,
      updatedAt: now,
      updatedBy: "bench",
    })),
  );
  await client`insert into bundle_products (shop_id, bundle_id, product_id, variant_id, position, quantity, sub_product_ids, sub_variant_ids)
    select b.shop_id, b.id, ${FIRST_ID}::bigint + n, ${FIRST_ID}::bigint + n, n, 1, '{}', '{}'
    from bundles b, generate_series(1, ${PRODUCTS}) n where b.shop_id = ${shopId}`;
  await client`analyze bundles, bundle_products, products, variants`;
  return handles;
}
