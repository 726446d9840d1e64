import { applyStep, readChoice, toChoiceSearch } from "~/features/bundles/box-choice";
import { toRedirect } from "~/features/bundles/box-redirect";
import { type BundleCatalogue, toBoxSlots } from "~/features/bundles/box-slots";
import { type BoxView, toBoxView } from "~/features/bundles/box-view";
import type { BundleConfiguration } from "~/features/bundles/bundle";
import { bundleNotFound } from "~/features/bundles/bundle-detail.service.server";
import { toConfiguration } from "~/features/bundles/bundle-row";
import { findActiveBundle, listBundleProducts } from "~/features/bundles/bundles.repo.server";
import {
  listProductsById,
  listVariantsById,
  listVariantsOfProducts,
} from "~/features/catalogue/catalogue.repo.server";
import { listShopOrigins } from "~/features/shops/shop-origin";
import type { PrincipalShop } from "~/http/principal";
import { db } from "~db/client.server";

/** What the catalogue has of everything a bundle names: its products' and sub-products' variants, and single sub-variants. */
async function readBundleCatalogue(
  shopId: number,
  { products }: Pick<BundleConfiguration, "products">,
): Promise<BundleCatalogue> {
  const subProductIds = products.flatMap((product) => product.subProductIds);
  const variantIds = products.flatMap(({ variantId, subVariantIds }) => [variantId, ...subVariantIds]);
  const [single, ofProducts] = await Promise.all([
    listVariantsById(db, shopId, [...new Set(variantIds)]),
    listVariantsOfProducts(db, shopId, [...new Set(subProductIds)]),
  ]);
  const variants = [...single, ...ofProducts];
  const productIds = [
    ...products.map(({ productId }) => productId),
    ...variants.map(({ productId }) => productId),
  ];
  const known = await listProductsById(db, shopId, [...new Set([...productIds, ...subProductIds])]);
  return {
    products: new Map(
      known.map(({ id, title, image, deletedAt }) => [id, { title, image, isDeleted: deletedAt !== null }]),
    ),
    variants: new Map(
      variants.map(({ deletedAt, ...variant }) => [
        variant.id,
        { ...variant, isDeleted: deletedAt !== null },
      ]),
    ),
  };
}

export type BoxOutcome =
  | { kind: "page"; view: BoxView; wantsToGoOn: boolean; isDone: boolean }
  /** To the same page, with what the choice has become in its address. */
  | { kind: "choice"; search: URLSearchParams }
  | { kind: "redirect"; to: string };

/**
 * A customer's visit of a bundle's page: everything they have chosen stands in the address, and is priced here.
 * @throws ProblemError not_found for an unknown or inactive handle.
 */
export async function visitBundle(
  shop: PrincipalShop,
  handle: string,
  search: URLSearchParams,
): Promise<BoxOutcome> {
  const row = await findActiveBundle(shop.id, handle);
  if (!row) throw bundleNotFound();
  const bundle = toConfiguration(row, await listBundleProducts(db, shop.id, [row.id]));
  const slots = toBoxSlots(bundle, await readBundleCatalogue(shop.id, bundle));
  const choice = readChoice(bundle, slots, search);
  const stepped = applyStep(choice, search);
  if (stepped) return { kind: "choice", search: toChoiceSearch(bundle, stepped) };
  const view = toBoxView(bundle, slots, choice, shop.currencyCode);
  const wantsToGoOn = search.has("go");
  const canGoOn = wantsToGoOn && view.problems.length === 0;
  const to = canGoOn ? toRedirect(bundle, handle, choice, toStorefrontOrigin(shop)) : null;
  if (to !== null) return { kind: "redirect", to };
  return { kind: "page", view, wantsToGoOn, isDone: canGoOn };
}

/** Where customers see the shop: its public domain, else the store domain. */
const toStorefrontOrigin = (shop: PrincipalShop): string => listShopOrigins(shop).at(-1) ?? "";

/** Where forms of the page may lead in the end; browsers look at redirects, too. */
export function listFormTargets(shop: PrincipalShop, { customRedirectURL }: BundleConfiguration): string[] {
  const custom = customRedirectURL?.startsWith("https:") ? [new URL(customRedirectURL).origin] : [];
  return [...listShopOrigins(shop), ...custom];
}
/** A draft as customers would meet it, without anything chosen yet. */
export async function previewBundle(shop: PrincipalShop, bundle: BundleConfiguration): Promise<BoxView> {
  const slots = toBoxSlots(bundle, await readBundleCatalogue(shop.id, bundle));
  return toBoxView(bundle, slots, readChoice(bundle, slots, new URLSearchParams()), shop.currencyCode);
}
