import { type BundleDetail, toBundleDetail } from "~/features/bundles/bundle-detail";
import { findDetailBundle, listDetailProducts } from "~/features/bundles/bundle-detail.repo.server";
import { notFound } from "~/http/problem";

export const bundleNotFound = () => notFound("There is no such bundle in this shop, or it is not active.");

/** Operation 3 of the specification. @throws ProblemError not_found for an unknown or inactive handle. */
export async function getBundleDetail(
  { id: shopId, currencyCode }: { id: number; currencyCode: string },
  handle: string,
): Promise<BundleDetail> {
  const [bundle, products] = await Promise.all([
    findDetailBundle(shopId, handle),
    listDetailProducts(shopId, handle),
  ]);
  if (!bundle) throw bundleNotFound();
  return toBundleDetail(bundle, products, currencyCode);
}
