import { lockShopSettings } from "~/access/shops.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import {
  readBillingSettings,
  readSettingsVersion,
  saveBillingSettings,
} from "~/features/billing/settings/billing-settings.repo.server";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

const toSnapshot = ({ billingHour, retries, stockRetries }: BillingSettings) => ({
  billingHour,
  retryDays: retries.days,
  endAction: retries.endAction,
  stockRetryDays: stockRetries.days,
  stockEndAction: stockRetries.endAction,
});

/**
 * Saves a shop's billing settings and records the change; unchanged settings are not written. Orders already in dunning
 * follow the new settings from their next try on.
 *
 * @param seen version of the settings that the form showed (`readSettingsVersion`)
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateBillingSettings(
  shopId: number,
  { settings, seen }: { settings: BillingSettings; seen: string },
  audit: Audit,
): Promise<void> {
  await inTransaction(async (tx) => {
    // There may be no settings to lock yet; the shop's row always exists.
    if (!(await lockShopSettings(tx, shopId))) throw notFound("There is no such shop.");
    const updatedAt = await readSettingsVersion(shopId, tx);
    if ((updatedAt?.toISOString() ?? "") !== seen)
      throw new ProblemError(
        "stale_version",
        "Somebody else saved these settings meanwhile. Load the page again to see theirs.",
      );
    const change = toChange(toSnapshot(await readBillingSettings(shopId, tx)), toSnapshot(settings));
    if (!change) return;
    // Strictly later than before, even within one millisecond: it is the version for the next edit.
    const now = new Date(Math.max(audit.now.getTime(), (updatedAt?.getTime() ?? 0) + 1));
    await saveBillingSettings(tx, shopId, settings, now);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "billing.settings_changed", ...change },
      audit,
    );
  });
}
