import { listShopSchedules } from "~/access/shops.repo.server";
import { readKeptDays } from "~/features/retention/retention.repo.server";
import { deleteOld } from "~/jobs/retention/delete-old.repo.server";
import { deleteDevelopmentFiles } from "~/jobs/retention/development-files.server";
import { KEPT_KINDS, toKeptDays } from "~/jobs/retention/kept-kinds.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { DAY_MS } from "~/lib/days";

/** Mails in the data folder contain links that sign their reader in. */
const FILES_KEPT_DAYS = 7;

/**
 * Daily: deletes everything that is kept for a number of days only (jobs/retention). Its name is older than that list.
 */
export const deleteOldPortalRows: Task<"delete-old-portal-rows"> = async (_payload, { clock, signal }) => {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await deleteDevelopmentFiles(daysAgo(FILES_KEPT_DAYS));
  await forEachShop(await listShopSchedules(), signal, async ({ id }) => {
    const { days } = await readKeptDays(id);
    for (const kind of Object.values(KEPT_KINDS))
      await deleteOld(id, kind, daysAgo(toKeptDays(kind, days)), signal);
  });
};
