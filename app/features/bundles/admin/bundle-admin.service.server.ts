import { hasRole, type PrincipalShop, type StaffPrincipal } from "~/access/principal";
import { toStorefrontUrl } from "~/access/shop-origin";
import type {
  BundleEditorPage,
  BundleListPage,
  BundlePreview,
  BundleTab,
  EditorProduct,
} from "~/features/bundles/configure/bundle-editor";
import { listPlansById } from "~/features/bundles/configure/bundle-plans.repo.server";
import { findUnsoldFrequencies, readPlans } from "~/features/bundles/configure/bundle-plans.service.server";
import { findBundle, listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import { unknownBundle } from "~/features/bundles/configure/bundles.service.server";
import { bundleSchema } from "~/features/bundles/rules/bundle.schema";
import { listUnsold } from "~/features/bundles/rules/bundle-plans";
import { toConfiguration } from "~/features/bundles/rules/bundle-row";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";
import { previewBundle } from "~/features/bundles/storefront/storefront.service.server";
import { renderBundlePage } from "~/features/bundles/storefront/storefront-page.server";
import {
  listProductsById,
  listVariantsById,
  listVariantsOfProducts,
} from "~/features/catalogue/catalogue.repo.server";
import { listSellingPlans, searchProducts } from "~/features/catalogue/catalogue-search.repo.server";
import { createPortalContext } from "~/features/customer-pages/portal-context";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { toFieldErrors } from "~/http/request/field-errors";
import { db } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { countBundles, listBundles, listSellingPlanGroups } from "./bundle-admin.repo.server";

const PAGE_SIZE = 50;
const FOUND_PRODUCTS = 20;
const LISTED_PLANS = 200;

/** Where customers open a bundle. */
const toLink = (shop: PrincipalShop, handle: string): string => toStorefrontUrl(shop, `bundles/${handle}`);

export async function getBundleList(
  { shop, role }: StaffPrincipal,
  { tab, search, page }: { tab: BundleTab; search: string; page: number },
  now: Date,
): Promise<BundleListPage> {
  const [rows, total] = await Promise.all([
    listBundles(shop.id, { tab, search, page, size: PAGE_SIZE }),
    countBundles(shop.id),
  ]);
  const plans = await readPlans(
    db,
    shop.id,
    rows.flatMap(({ frequencies }) => frequencies),
  );
  return {
    rows: rows.slice(0, PAGE_SIZE).map(({ archivedAt, updatedAt, frequencies, ...row }) => ({
      ...row,
      unsold: row.isActive ? listUnsold(frequencies, plans) : [],
      isArchived: archivedAt !== null,
      updatedAt: updatedAt.toISOString(),
      link: toLink(shop, row.handle),
    })),
    tab,
    search,
    page,
    hasNext: rows.length > PAGE_SIZE,
    total,
    mayEdit: hasRole(role, "editor"),
    now: now.toISOString(),
  };
}

/** What the editor shows of a bundle; null is a bundle that does not exist yet. @throws ProblemError not_found */
export async function getBundleEditor(
  { shop, role }: StaffPrincipal,
  bundleId: number | null,
  now: Date,
): Promise<BundleEditorPage> {
  const row = bundleId === null ? null : await findBundle(shop.id, bundleId);
  if (bundleId !== null && !row) throw unknownBundle();
  const bundle = row
    ? toConfiguration(row, await listBundleProducts(db, shop.id, [row.id]))
    : { ...NEW_BUNDLE, frequencies: [MONTHLY] };
  const [products, groups, plans] = await Promise.all([
    readEditorProducts(shop.id, bundle),
    listSellingPlanGroups(shop.id, LISTED_PLANS, bundle.subscriptionId),
    listSellingPlans(shop.id, LISTED_PLANS),
  ]);
  const listed = new Set(plans.map(({ id }) => id));
  const own = [
    ...bundle.sellingPlanIds,
    ...bundle.frequencies.flatMap(({ sellingPlanId }) => sellingPlanId ?? []),
  ];
  return {
    id: row?.id ?? null,
    handle: row?.handle ?? null,
    bundle,
    version: row?.version ?? 0,
    saved: row && { by: row.updatedBy, at: row.updatedAt.toISOString() },
    canUndo: row?.previous != null,
    isArchived: row?.archivedAt != null,
    mayEdit: hasRole(role, "editor"),
    products,
    sellingPlanGroups: groups,
    // Its own in any case: a plan that is not offered would be shown as none, and be lost by the next save.
    sellingPlans: [
      ...plans.map(({ group: _, ...plan }) => plan),
      ...(await listPlansById(
        db,
        shop.id,
        own.filter((id) => !listed.has(id)),
      )),
    ],
    unsold: row?.subscriptionBundlingEnabled
      ? listUnsold(bundle.frequencies, await readPlans(db, shop.id, bundle.frequencies))
      : [],
    currencyCode: shop.currencyCode,
    links: row && {
      storefront: toLink(shop, row.handle),
      here: `/apps/memberships/bundles/${row.handle}?shop=${shop.storeDomain}`,
    },
    now: now.toISOString(),
  };
}

const MONTHLY = {
  interval: "MONTH" as const,
  intervalCount: 1,
  name: "",
  discount: "10",
  sellingPlanId: null,
};

/** Every product the bundle refers to, each with all its variants. */
async function readEditorProducts(shopId: number, bundle: BundleConfiguration): Promise<EditorProduct[]> {
  const single = await listVariantsById(db, shopId, [
    ...new Set(bundle.products.flatMap(({ subVariantIds }) => subVariantIds)),
  ]);
  const ids = [
    ...bundle.products.flatMap(({ productId, subProductIds }) => [productId, ...subProductIds]),
    ...single.map(({ productId }) => productId),
  ];
  return readProducts(shopId, [...new Set(ids)]);
}

async function readProducts(shopId: number, ids: number[]): Promise<EditorProduct[]> {
  const [products, variants] = await Promise.all([
    listProductsById(db, shopId, ids),
    listVariantsOfProducts(db, shopId, ids),
  ]);
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = byId.get(id);
    if (!product) return [];
    return [
      {
        id,
        title: product.title,
        image: product.image,
        isDeleted: product.deletedAt !== null,
        variants: variants
          .filter(({ productId }) => productId === id)
          .map((variant) => ({
            id: variant.id,
            title: variant.title,
            price: variant.price,
            available: variant.available,
            isDeleted: variant.deletedAt !== null,
          })),
      },
    ];
  });
}

/** Products on sale whose title contains the text. */
export async function findProductsToAdd(shopId: number, text: string): Promise<EditorProduct[]> {
  const found = await searchProducts(shopId, text.trim(), FOUND_PRODUCTS * 2);
  const ids = found.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  const products = await readProducts(shopId, ids.slice(0, FOUND_PRODUCTS));
  return products
    .map((product) => ({ ...product, variants: product.variants.filter(({ isDeleted }) => !isDeleted) }))
    .filter(({ variants }) => variants.length > 0);
}

/**
 * What a draft would look like to customers, and what is still wrong with it. A draft that is not ready to be opened is
 * shown too; one whose fields cannot be read is not.
 */
export async function previewDraft(
  shop: PrincipalShop,
  draft: unknown,
  { nonce, now }: { nonce: string; now: Date },
): Promise<BundlePreview> {
  const checked = bundleSchema.safeParse(draft);
  const errors = checked.success
    ? await findUnsoldFrequencies(db, shop.id, checked.data)
    : toFieldErrors(checked.error, "body", draft);
  const lenient = checked.success ? checked : bundleSchema.safeParse(toShowable(draft));
  if (!lenient.success) return { html: null, errors };
  const view = await previewBundle(shop, lenient.data);
  // In the shop's language, whatever the editor's browser speaks.
  const settings = await readPortalSettings(shop.id);
  const portal = createPortalContext(shop, settings, { acceptLanguage: null, token: null, now });
  // Even a box of steps is shown as a whole, since one cannot navigate in the frame.
  const page = { view, walk: null, portal, shopParameter: null, problems: [], isDone: false };
  return { html: renderBundlePage(page, nonce, { logoPage: "/admin/portal/preview" }), errors };
}

function toShowable(draft: unknown): unknown {
  if (typeof draft !== "object" || draft === null) return draft;
  const name = "name" in draft && String(draft.name).trim() ? draft.name : "Your bundle";
  return { ...draft, name, subscriptionBundlingEnabled: false, customRedirectURL: "/" };
}
