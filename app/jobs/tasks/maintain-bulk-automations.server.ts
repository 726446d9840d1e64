import {
  listShopsToMaintain,
  maintainAutomations,
} from "~/features/bulk-automations/tasks/automation-schedule.service.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Enqueues bulk automations again that have lost their job. */
export const maintainBulkAutomations: Task<"maintain-bulk-automations"> = async (
  _payload,
  { clock, signal },
) =>
  forEachOpenShop(await listShopsToMaintain(clock()), signal, ({ id }) => maintainAutomations(id, clock()));
