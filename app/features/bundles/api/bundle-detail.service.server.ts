import { toBundleDetailText } from "~/features/bundles/api/bundle-detail";
import { findDetail } from "~/features/bundles/api/bundle-detail.repo.server";
import { currencyDecimals } from "~/lib/money";
import { notFound } from "~/lib/problem";

export const bundleNotFound = () => notFound("There is no such bundle in this shop, or it is not active.");

/** Operation 3 of the specification, as JSON text. @throws ProblemError not_found for an unknown or inactive handle. */
export async function getBundleDetail(
  { id: shopId, currencyCode }: { id: number; currencyCode: string },
  handle: string,
): Promise<string> {
  const row = await findDetail(shopId, handle, currencyDecimals(currencyCode));
  if (!row) throw bundleNotFound();
  return toBundleDetailText(row, currencyCode);
}
