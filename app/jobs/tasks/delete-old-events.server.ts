import { listShopSchedules } from "~/access/shops.repo.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { forEachShop } from "~/jobs/tasks/for-each-shop.server";
import type { Task } from "~/jobs/tasks/task";

export const deleteOldEvents: Task<"delete-old-events"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopSchedules(), signal, ({ id }) => deleteOldEventsOf(id, clock(), signal));
