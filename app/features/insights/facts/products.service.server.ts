import type { SoldProducts } from "~/features/insights/records/products-record";
import type { FactTopic } from "~db/schema/fact-enums";
import {
  countKnownOrders,
  findBundleNames,
  findTitles,
  type KnownOrders,
  type PartSum,
  sumParts,
} from "./fact-sums.repo.server";
import type { InsightRange, InsightShop } from "./overview.service.server";

type Sold = Omit<SoldProducts["plans"][number], "plan">;

const MOST_PARTS = 100;

type ToSold = (part: PartSum) => Sold;

const createToSold =
  ({ paid, known }: KnownOrders): ToSold =>
  ({ count, units, amount, previousAmount }) => ({
    orders: count,
    units,
    amount: Number(amount),
    previousAmount: paid > 0 && known === 0 ? null : Number(previousAmount),
  });
const toId = ({ part }: PartSum): number | null => (part === "" ? null : Number(part));
const isId = (id: number | null): id is number => id !== null;

async function toBundles(
  shop: InsightShop,
  parts: readonly PartSum[],
  toSold: ToSold,
): Promise<SoldProducts["bundles"]> {
  const names = await findBundleNames(
    shop.id,
    parts.map(({ part }) => part),
  );
  return parts.map((part) => ({
    handle: part.part,
    title: names.get(part.part) ?? null,
    ...toSold(part),
  }));
}

/**
 * What the paid orders of a range sold, by product, variant, selling plan and country (wire.md §8), as sold then,
 * whatever has changed in the contracts since. An order with several counts for each.
 */
export async function readProducts(shop: InsightShop, range: InsightRange): Promise<SoldProducts> {
  const { from, to, currencyCode } = range;
  const sum = (topic: FactTopic) => sumParts(shop.id, topic, range, currencyCode, MOST_PARTS);
  const [products, variants, plans, countries, bundles, counted] = await Promise.all([
    sum("sold_product"),
    sum("sold_variant"),
    sum("sold_plan"),
    sum("sold_country"),
    sum("sold_bundle"),
    countKnownOrders(shop.id, range, currencyCode),
  ]);
  const toSold = createToSold(counted.previous);
  const titles = await findTitles(shop.id, {
    products: products.map(toId).filter(isId),
    variants: variants.map(toId).filter(isId),
  });
  const toTitle = (known: Map<number, string>, id: number | null) =>
    id === null ? null : (known.get(id) ?? null);
  return {
    from,
    to,
    currencyCode,
    orders: counted.within,
    previousOrders: counted.previous,
    products: products.map((part) => {
      const productId = toId(part);
      return { productId, title: toTitle(titles.products, productId), ...toSold(part) };
    }),
    variants: variants.map((part) => {
      const variantId = toId(part);
      return { variantId, title: toTitle(titles.variants, variantId), ...toSold(part) };
    }),
    plans: plans.map((part) => ({ plan: part.part || null, ...toSold(part) })),
    bundles: await toBundles(shop, bundles, toSold),
    countries: countries.map((part) => ({ countryCode: part.part || null, ...toSold(part) })),
  };
}
