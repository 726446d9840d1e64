import { changeSettings } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import {
  readBillingSettings,
  readSettingsVersion,
  saveBillingSettings,
} from "~/features/billing/settings/billing-settings.repo.server";
import type { Transaction } from "~db/transaction.server";

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
 * @param version of the settings that the form showed (`readSettingsVersion`)
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateBillingSettings(
  shopId: number,
  { settings, version }: { settings: BillingSettings; version: string },
  audit: Audit,
): Promise<void> {
  const read = async (tx: Transaction) => ({ updatedAt: await readSettingsVersion(shopId, tx) });
  await changeSettings(shopId, { version, now: audit.now, read }, async (tx, _saved, updatedAt) => {
    const change = toChange(toSnapshot(await readBillingSettings(shopId, tx)), toSnapshot(settings));
    if (!change) return;
    await saveBillingSettings(tx, shopId, settings, updatedAt);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "billing.settings_changed", ...change },
      audit,
    );
  });
}
