import { listShopClocks, toShopNow } from "~/access/test-clock.repo.server";
import { listKeptDays } from "~/features/retention/retention.repo.server";
import { deleteOld, listShopsWithOld } from "~/jobs/retention/delete-old.repo.server";
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
  const shops = await listShopClocks();
  const daysOf = await listKeptDays();
  const work: { id: number; run: () => Promise<void> }[] = [];
  for (const kind of Object.values(KEPT_KINDS)) {
    const aging = shops.flatMap((shop) => {
      const keptDays = toKeptDays(kind, daysOf(shop.id));
      const now = kind.isByShopClock ? toShopNow(shop, clock()) : clock();
      return keptDays === null ? [] : [{ id: shop.id, before: daysBefore(now, keptDays) }];
    });
    const withOld = await listShopsWithOld(kind, aging);
    for (const { id, before } of aging)
      if (withOld.has(id)) work.push({ id, run: () => deleteOld(id, kind, before, signal) });
  }
  for (const { id } of shops) {
    const keptDays = toKeptDays({ days: { decidedAs: "auditLog" } }, daysOf(id));
    if (keptDays !== null) work.push({ id, run: () => reduceOldZones(id, daysBefore(clock(), keptDays)) });
  }
  await forEachShop(work, signal, ({ run }) => run());
};
