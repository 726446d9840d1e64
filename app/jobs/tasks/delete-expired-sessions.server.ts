import { deleteExpiredSessions } from "~/access/sessions.repo.server";
import { deleteExpiredBrowsers } from "~/features/staff/known-browsers.repo.server";
import type { Task } from "~/jobs/tasks/task";

export const deleteOldSessions: Task<"delete-expired-sessions"> = async (_payload, { clock }) => {
  await deleteExpiredSessions(clock());
  await deleteExpiredBrowsers(clock());
};
