import {
  findSellingPlanGroupName,
  listKnownSellingPlans,
  listProductsById,
  listVariantsById,
} from "~/features/catalogue/catalogue.repo.server";
import { type FieldError, invalidRequest } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

type Named = { id: number; pointer: string };

/**
 * Every product and variant a bundle refers to must be in the shop's catalogue and on sale. What the saved bundle
 * already refers to may have been deleted since: the page then leaves it out, and the editor shows it.
 * @param before the saved bundle, null for a new one
 * @throws ProblemError invalid_request with the place of each error
 */
export async function requireKnownCatalogue(
  on: Queryable,
  shopId: number,
  bundle: BundleConfiguration,
  before: BundleConfiguration | null,
): Promise<void> {
  const errors = [
    ...(await findUnknownThings(on, shopId, bundle, before)),
    ...(await findUnknownPlans(on, shopId, bundle)),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
}

async function findUnknownThings(
  on: Queryable,
  shopId: number,
  bundle: BundleConfiguration,
  before: BundleConfiguration | null,
): Promise<FieldError[]> {
  const named = { products: listProducts(bundle), variants: listVariants(bundle) };
  const products = await listProductsById(on, shopId, toIds(named.products));
  const variants = await listVariantsById(on, shopId, toIds(named.variants));
  const kept = {
    products: new Set(before ? toIds(listProducts(before)) : []),
    variants: new Set(before ? toIds(listVariants(before)) : []),
  };
  const live = (rows: { id: number; deletedAt: Date | null }[], keptIds: Set<number>) =>
    new Set(rows.filter(({ id, deletedAt }) => deletedAt === null || keptIds.has(id)).map(({ id }) => id));
  const productIds = live(products, kept.products);
  const variantIds = live(variants, kept.variants);
  const productOf = new Map(variants.map(({ id, productId }) => [id, productId]));
  return [
    ...findMissing(named.products, productIds, "product"),
    ...findMissing(named.variants, variantIds, "variant"),
    ...bundle.products.flatMap(({ productId, variantId }, index) => {
      const actual = productOf.get(variantId);
      if (actual === undefined || actual === productId) return [];
      return [
        {
          pointer: `/products/${index}/variantId`,
          code: "other_product",
          detail: "This variant belongs to another product.",
        },
      ];
    }),
  ];
}

const toIds = (named: Named[]): number[] => [...new Set(named.map(({ id }) => id))];

const findMissing = (named: Named[], known: Set<number>, thing: "product" | "variant"): FieldError[] =>
  named
    .filter(({ id }) => !known.has(id))
    .map(({ pointer }) => ({
      pointer,
      code: `unknown_${thing}`,
      detail: `The shop has no such ${thing}, or has deleted it.`,
    }));

const listProducts = ({ products }: BundleConfiguration): Named[] =>
  products.flatMap(({ productId, subProductIds }, index) => [
    { id: productId, pointer: `/products/${index}/productId` },
    ...subProductIds.map((id, place) => ({ id, pointer: `/products/${index}/subProductIds/${place}` })),
  ]);

const listVariants = ({ products, variants, discountedVariants }: BundleConfiguration): Named[] => [
  ...products.flatMap(({ variantId, subVariantIds }, index) => [
    { id: variantId, pointer: `/products/${index}/variantId` },
    ...subVariantIds.map((id, place) => ({ id, pointer: `/products/${index}/subVariantIds/${place}` })),
  ]),
  ...variants.map(({ variantId }, index) => ({ id: variantId, pointer: `/variants/${index}/variantId` })),
  ...discountedVariants.map(({ variantId }, index) => ({
    id: variantId,
    pointer: `/discountedVariants/${index}/variantId`,
  })),
];

async function findUnknownPlans(
  on: Queryable,
  shopId: number,
  { sellingPlanIds, frequencies, subscriptionId }: BundleConfiguration,
): Promise<FieldError[]> {
  const named: Named[] = [
    ...sellingPlanIds.map((id, index) => ({ id, pointer: `/sellingPlanIds/${index}` })),
    ...frequencies.flatMap(({ sellingPlanId: id }, index) =>
      id === null ? [] : [{ id, pointer: `/frequencies/${index}/sellingPlanId` }],
    ),
  ];
  const known = new Set(await listKnownSellingPlans(on, shopId, toIds(named)));
  const errors = named
    .filter(({ id }) => !known.has(id))
    .map(({ pointer }) => ({
      pointer,
      code: "unknown_selling_plan",
      detail: "The shop has no such selling plan.",
    }));
  const isGroupKnown =
    subscriptionId === null || (await findSellingPlanGroupName(on, shopId, subscriptionId)) !== null;
  return isGroupKnown
    ? errors
    : [
        ...errors,
        {
          pointer: "/subscriptionId",
          code: "unknown_group",
          detail: "The shop has no such selling-plan group.",
        },
      ];
}
