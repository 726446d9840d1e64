import type { ActivityAction, Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import type { Queryable } from "~db/client.server";
import { listShopsOfStaff } from "./staff.repo.server";

/**
 * Records a change of a person's account in the history of every shop they work in, because the account opens each of
 * them. Within the transaction that makes the change.
 */
export async function appendAccountActivity(
  tx: Queryable,
  staffId: number,
  entry: { action: ActivityAction; before?: Record<string, unknown>; after?: Record<string, unknown> },
  audit: Audit,
): Promise<void> {
  const shops = await listShopsOfStaff(staffId, tx);
  const entries = shops.map(({ id: shopId }) => ({ entry: { ...entry, shopId, contractId: null }, audit }));
  if (entries.length > 0) await appendActivities(tx, entries);
}
