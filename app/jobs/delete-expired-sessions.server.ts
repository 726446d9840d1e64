import { deleteExpiredSessions } from "~/features/staff/sessions.repo.server";
import type { Task } from "~/jobs/task";

export const deleteOldSessions: Task<"delete-expired-sessions"> = (_payload, { clock }) =>
  deleteExpiredSessions(clock());
