import { lockShopSettings } from "~/access/shops.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { KeptDays } from "~/features/retention/kept-days";
import { readKeptDays, saveKeptDays } from "~/features/retention/retention.repo.server";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";

/**
 * Sets a shop's retention periods and records the change; equal ones are not written. They apply from the next daily
 * run.
 *
 * @param seen when what the form showed was saved; "" while nothing was
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateKeptDays(
  shopId: number,
  { days, seen }: { days: KeptDays; seen: string },
  audit: Audit,
): Promise<void> {
  await inTransaction(async (tx) => {
    // There may be no row to lock yet; the shop's row always exists.
    if (!(await lockShopSettings(tx, shopId))) throw notFound("There is no such shop.");
    const before = await readKeptDays(shopId, tx);
    if ((before.updatedAt?.toISOString() ?? "") !== seen)
      throw new ProblemError(
        "stale_version",
        "Somebody else saved these settings meanwhile. Load the page again to see theirs.",
      );
    const change = toChange(before.days, days);
    if (!change) return;
    // Strictly later than before, even within one millisecond: it is the version for the next edit.
    const now = new Date(Math.max(audit.now.getTime(), (before.updatedAt?.getTime() ?? 0) + 1));
    await saveKeptDays(tx, shopId, days, now);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "retention.settings_changed", ...change },
      audit,
    );
  });
}
