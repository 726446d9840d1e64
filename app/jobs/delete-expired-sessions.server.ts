import { deleteExpiredBrowsers } from "~/features/staff/known-browsers.repo.server";
import { deleteExpiredSessions } from "~/features/staff/sessions.repo.server";
import type { Task } from "~/jobs/task";

export const deleteOldSessions: Task<"delete-expired-sessions"> = async (_payload, { clock }) => {
  await deleteExpiredSessions(clock());
  await deleteExpiredBrowsers(clock());
};
