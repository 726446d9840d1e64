import { Tagged } from "~/http/request/entity-tags";
import { currencyDecimals } from "~/lib/money";
import { notFound } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { toBundleDetailText } from "./bundle-detail";
import { findDetail } from "./bundle-detail.repo.server";

export const bundleNotFound = () => notFound("There is no such bundle in this shop, or it is not active.");

/**
 * Operation 3 of the specification, as JSON text. Its ETag also changes with what it does not show, such as texts of the
 * box. @throws ProblemError not_found for an unknown or inactive handle.
 */
export async function getBundleDetail(
  { id: shopId, currencyCode }: { id: number; currencyCode: string },
  handle: string,
  on?: Queryable,
): Promise<Tagged<string>> {
  const row = await findDetail(shopId, handle, currencyDecimals(currencyCode), on);
  if (!row) throw bundleNotFound();
  return new Tagged(toBundleDetailText(row, currencyCode), row.version);
}
