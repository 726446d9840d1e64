import type { PrincipalShop } from "~/access/principal";
import { listShopOrigins, toShopOrigin } from "~/access/shop-origin";
import { bundleNotFound } from "~/features/bundles/api/bundle-detail.service.server";
import { readPlans } from "~/features/bundles/configure/bundle-plans.service.server";
import { findActiveBundle, listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import type { BoxProblem } from "~/features/bundles/rules/bundle-limits";
import { toSellable } from "~/features/bundles/rules/bundle-plans";
import { toConfiguration } from "~/features/bundles/rules/bundle-row";
import { toCarried } from "~/features/bundles/rules/carried-discounts";
import {
  listProductsById,
  listVariantsById,
  listVariantsOfProducts,
} from "~/features/catalogue/catalogue.repo.server";
import { db } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { applyStep, type BoxChoice, readChoice, toChoiceSearch } from "./box-choice";
import { type BoxWalk, readWalk } from "./box-groups";
import { toRedirect } from "./box-redirect";
import { type BundleCatalogue, toBoxSlots } from "./box-slots";
import { type BoxView, toBoxView } from "./box-view";

/**
 * Everything the bundle refers to as the catalogue has it: variants of its products and alternative products, and
 * single alternative variants.
 */
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
  | { kind: "page"; view: BoxView; walk: BoxWalk | null; problems: BoxProblem[]; isDone: boolean }
  /** Redirect to the same page with the new choice in its address. */
  | { kind: "choice"; search: URLSearchParams }
  | { kind: "redirect"; to: string };

/**
 * A customer's visit to a bundle's page. The whole choice is in the address; the price is computed here.
 * @throws ProblemError not_found for an unknown or inactive handle
 */
export async function visitBundle(
  shop: PrincipalShop,
  handle: string,
  search: URLSearchParams,
): Promise<BoxOutcome> {
  const row = await findActiveBundle(shop.id, handle);
  if (!row) throw bundleNotFound();
  const saved = toConfiguration(row, await listBundleProducts(db, shop.id, [row.id]));
  const bundle = toCarried(toSellable(saved, await readPlans(db, shop.id, saved.frequencies)));
  const slots = toBoxSlots(bundle, await readBundleCatalogue(shop.id, bundle));
  const choice = readChoice(bundle, slots, search);
  const view = toBoxView(bundle, slots, choice, shop.currencyCode);
  const walk = readWalk(view, search);
  const toAddress = (next: BoxChoice): BoxOutcome => ({
    kind: "choice",
    search: toChoiceSearch(bundle, next, walk && walk.at + 1),
  });
  const stepped = applyStep(choice, search);
  if (stepped) return toAddress(stepped);
  if (search.has("to") && walk?.problems.length === 0) return toAddress(choice);
  const wantsToGoOn = search.has("go");
  const canGoOn = wantsToGoOn && view.problems.length === 0;
  const to = canGoOn ? toRedirect(bundle, handle, choice, view.price.code, toShopOrigin(shop)) : null;
  if (to !== null) return { kind: "redirect", to };
  const problems = wantsToGoOn ? view.problems : (walk?.problems ?? []);
  return { kind: "page", view, walk, problems, isDone: canGoOn };
}

/** Where forms of the page may end up, for the content security policy: browsers check redirects too. */
export function listFormTargets(shop: PrincipalShop, { customRedirectURL }: BundleConfiguration): string[] {
  const custom = customRedirectURL?.startsWith("https:") ? [new URL(customRedirectURL).origin] : [];
  return [...listShopOrigins(shop), ...custom];
}

/** A draft as customers would see it once it is open (which requires its plans), with nothing chosen. */
export async function previewBundle(shop: PrincipalShop, draft: BundleConfiguration): Promise<BoxView> {
  const bundle = toCarried(draft);
  const slots = toBoxSlots(bundle, await readBundleCatalogue(shop.id, bundle));
  return toBoxView(bundle, slots, readChoice(bundle, slots, new URLSearchParams()), shop.currencyCode);
}
