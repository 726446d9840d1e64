import { createHash } from "node:crypto";
import { requireVersion } from "~/access/settings-change.server";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { lockShopSettings } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { toLogoVersion } from "~/features/portal-settings/shop-logo";
import { deleteLogo, upsertLogo } from "~/features/portal-settings/shop-logo.repo.server";
import type { RealTime } from "~/lib/clocks";
import { notFound } from "~/lib/problem";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { makeLogo } from "./logo-image.server";

/** Decoding one keeps the process busy for a moment. */
const LOGOS_PER_SHOP: SharedLimit = {
  name: "shop-logo",
  most: 20,
  windowMs: 3_600_000,
  refusal: "There were too many logos.",
};

/** Locks the shop. @throws ProblemError not_found; stale_version unless its logo is the one that the page showed */
async function requireLogo(tx: Transaction, shopId: number, version: string): Promise<void> {
  if (!(await lockShopSettings(tx, shopId))) throw notFound("There is no such shop.");
  requireVersion(toLogoVersion(await readPortalSettings(shopId, tx)), version);
}

/**
 * Makes the shop's logo from an uploaded file, replacing the previous one.
 *
 * @param upload `version`: the previous one (`toLogoVersion`), as the page showed it
 * @throws ProblemError too_many_requests, stale_version, invalid_request that names the field `logo`
 */
export async function saveLogo(
  shopId: number,
  { file, version }: { file: Buffer; version: string },
  audit: Audit,
  receivedAt: RealTime,
): Promise<void> {
  await requireWithinSharedLimit(LOGOS_PER_SHOP, String(shopId), receivedAt);
  const { image, width, height } = await makeLogo(file);
  const id = `${shopId}-${createHash("sha256").update(image).digest("hex").slice(0, 32)}`;
  await inTransaction(async (tx) => {
    await requireLogo(tx, shopId, version);
    await upsertLogo(tx, { shopId, id, image, width, height, createdAt: audit.now });
    const after = { width, height, bytes: image.length };
    await appendActivity(tx, { shopId, contractId: null, action: "portal.logo_changed", after }, audit);
  });
}

/**
 * Removes the logo, so that the shop's name is shown. Without a logo nothing happens.
 *
 * @param version as for `saveLogo`
 * @throws ProblemError stale_version
 */
export function removeLogo(shopId: number, version: string, audit: Audit): Promise<void> {
  return inTransaction(async (tx) => {
    await requireLogo(tx, shopId, version);
    if (!(await deleteLogo(tx, shopId))) return;
    await appendActivity(tx, { shopId, contractId: null, action: "portal.logo_removed" }, audit);
  });
}
