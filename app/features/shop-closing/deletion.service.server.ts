import { findShopByStoreDomain } from "~/access/shops.repo.server";
import { DAY_MS } from "~/lib/days";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";
import { notFound, ProblemError } from "~/lib/problem";
import {
  beginDeletion,
  deleteJobsOf,
  deleteRowsOf,
  deleteShopRow,
  listShopsToDelete,
  listShopTables,
} from "./deletion.repo.server";
import { deleteDevelopmentMailsOf } from "./development-files.server";

/** By then nothing that was under way when a shop was closed writes any more. */
const SETTLED_AFTER_MS = 60_000;

/** Shops whose data is to be deleted by now. */
export const listDueDeletions = (now: Date) =>
  listShopsToDelete(new Date(now.getTime() - env.SHOP_DELETION_DAYS * DAY_MS));

/**
 * Deletes everything of a closed shop: its jobs, its files on this machine, its rows in every table, and at last the shop.
 * In small statements, each of which commits: after a death in the middle the next run goes on. Accounts of its staff who
 * belong to no other shop are deleted as those of everybody who has left all shops (docs/privacy.md).
 */
export async function deleteShop(shopId: number, now: Date, signal: AbortSignal): Promise<void> {
  if (!(await beginDeletion(shopId, new Date(now.getTime() - SETTLED_AFTER_MS), now))) return;
  await deleteDevelopmentMailsOf(shopId);
  const tables = await listShopTables();
  let rows = 0;
  // Once more than there is something to delete: a job that was running may have written behind us.
  for (let deleted = -1; deleted !== 0; rows += deleted) {
    deleted = 0;
    await deleteJobsOf(shopId);
    for (const table of tables) deleted += await deleteRowsOf(shopId, table, signal);
  }
  await deleteShopRow(shopId);
  logger.info({ shopId, rows }, "a closed shop was deleted");
}

/**
 * The same at once, for the operator.
 * @returns the shop's name
 * @throws ProblemError not_found; conflict for a shop that is open, or was closed a moment ago
 */
export async function deleteShopNow(storeDomain: string, now: Date, signal: AbortSignal): Promise<string> {
  const shop = await findShopByStoreDomain(storeDomain);
  if (!shop) throw notFound(`There is no shop ${storeDomain}.`);
  if (!shop.closedAt)
    throw new ProblemError("conflict", `${shop.name} is open. Close it first: npm run shop:close`);
  if (now.getTime() - shop.closedAt.getTime() < SETTLED_AFTER_MS)
    throw new ProblemError(
      "conflict",
      `${shop.name} was closed less than a minute ago: what was under way may still be ending. Try again then.`,
    );
  await deleteShop(shop.id, now, signal);
  return shop.name;
}
