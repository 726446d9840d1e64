import { findShopSettings, lockShopSettings, updateShop } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { restOverdueSteps } from "./closing.repo.server";

const missing = () => notFound("There is no such shop.");

/**
 * Closes a shop: within two seconds nothing is done for it any more, and its contracts stay as they are
 * (docs/decisions/167). Closing it again changes nothing.
 *
 * @returns since when it is closed
 */
export async function closeShop(shopId: number, audit: Audit<RealTime>): Promise<Date> {
  return inTransaction(async (tx) => {
    const shop = await lockShopSettings(tx, shopId);
    if (!shop) throw missing();
    if (shop.closedAt) return shop.closedAt;
    await updateShop(tx, shopId, { closedAt: audit.now, closedBy: audit.actor.name });
    const change = toChange({ closedAt: null }, { closedAt: audit.now.toISOString() });
    await appendActivity(tx, { shopId, contractId: null, action: "shop.closed", ...change }, audit);
    return audit.now;
  });
}

/**
 * Opens a closed shop again. It goes on as after a failure of the service: orders that fell due within the last two days
 * are charged, older ones wait for a person, and so do those whose next try was due before.
 *
 * @throws ProblemError conflict when its data is being deleted
 */
export async function reopenShop(shopId: number, audit: Audit<RealTime>): Promise<void> {
  const closed = await findShopSettings(shopId);
  if (!closed) throw missing();
  if (closed.closedAt) {
    // While it is closed, nothing else takes these orders up.
    const { billingHour: hour } = await readBillingSettings(shopId);
    const now = await findShopNow(closed, audit.now);
    await restOverdueSteps(shopId, toDueDates(now, { timeZone: closed.timeZone, hour }).from);
  }
  await inTransaction(async (tx) => {
    const shop = await lockShopSettings(tx, shopId);
    if (!shop) throw missing();
    if (shop.deletionBegunAt) throw new ProblemError("conflict", "The shop's data is being deleted.");
    if (!shop.closedAt) return;
    await updateShop(tx, shopId, { closedAt: null, closedBy: null });
    const change = toChange({ closedAt: shop.closedAt.toISOString() }, { closedAt: null });
    await appendActivity(tx, { shopId, contractId: null, action: "shop.reopened", ...change }, audit);
  });
}
