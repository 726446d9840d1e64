import { listShopSchedules } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { readKeptDays } from "~/features/retention/retention.repo.server";
import { deleteOld } from "~/jobs/retention/delete-old.repo.server";
import { deleteDevelopmentFiles } from "~/jobs/retention/development-files.server";
import { KEPT_KINDS, toKeptDays } from "~/jobs/retention/kept-kinds.server";
import { reduceOldZones } from "~/jobs/retention/old-zones.repo.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { DAY_MS } from "~/lib/days";

/** Mails in the data folder contain links that sign their reader in. */
const FILES_KEPT_DAYS = 7;

/**
 * Daily: deletes everything that is kept for a number of days only (jobs/retention). Its name is older than that list.
 */
export const deleteOldPortalRows: Task<"delete-old-portal-rows"> = async (_payload, { clock, signal }) => {
  const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteDevelopmentFiles(daysBefore(clock(), FILES_KEPT_DAYS));
  await forEachShop(await listShopSchedules(), signal, async (shop) => {
    const { days } = await readKeptDays(shop.id);
    const shopNow = await findShopNow(shop, clock());
    for (const kind of Object.values(KEPT_KINDS)) {
      const keptDays = toKeptDays(kind, days);
      if (keptDays === null) continue;
      const now = kind.isByShopClock ? shopNow : clock();
      await deleteOld(shop.id, kind, daysBefore(now, keptDays), signal);
    }
    const auditDays = toKeptDays({ days: { decidedAs: "auditLog" } }, days);
    if (auditDays !== null) await reduceOldZones(shop.id, daysBefore(clock(), auditDays));
  });
};
