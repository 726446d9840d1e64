import { deleteOldCalls, listShopsWithOldCalls } from "~/access/idempotent-calls.repo.server";
import { deleteExpiredSessions } from "~/access/sessions.repo.server";
import { deletePastAttempts } from "~/access/shared-limits.repo.server";
import { listShopSchedules } from "~/access/shops.repo.server";
import { deleteDepartedAccounts } from "~/features/staff/account/delete-account.service.server";
import { deleteExpiredResets } from "~/features/staff/account/password-resets.repo.server";
import { deleteExpiredBrowsers } from "~/features/staff/known-browsers.repo.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

export const deleteOldSessions: Task<"delete-expired-sessions"> = async (_payload, { clock, signal }) => {
  await deleteExpiredSessions(clock());
  await deleteExpiredBrowsers(clock());
  await deleteExpiredResets(clock());
  await deleteDepartedAccounts(clock(), signal);
};

export const deleteOldAttempts: Task<"delete-past-attempts"> = async (_payload, { clock, signal }) => {
  await deletePastAttempts(clock());
  const ids = (await listShopSchedules()).map(({ id }) => id);
  await forEachShop(await listShopsWithOldCalls(ids, clock()), signal, ({ id }) =>
    deleteOldCalls(id, clock()),
  );
};

export const deleteOldEvents: Task<"delete-old-events"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopSchedules(), signal, ({ id }) => deleteOldEventsOf(id, clock(), signal));
