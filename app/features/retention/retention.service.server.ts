import { changeSettings } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { Transaction } from "~db/transaction.server";
import type { KeptDays } from "./kept-days";
import { readKeptDays, saveKeptDays } from "./retention.repo.server";

/**
 * Sets a shop's retention periods and records the change; equal ones are not written. They apply from the next daily
 * run.
 *
 * @param version when what the form showed was saved; "" while nothing was
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateKeptDays(
  shopId: number,
  { days, version }: { days: KeptDays; version: string },
  audit: Audit,
): Promise<void> {
  const read = (tx: Transaction) => readKeptDays(shopId, tx);
  await changeSettings(shopId, { version, now: audit.now, read }, async (tx, before, updatedAt) => {
    const change = toChange(before.days, days);
    if (!change) return;
    await saveKeptDays(tx, shopId, days, updatedAt);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "retention.settings_changed", ...change },
      audit,
    );
  });
}
