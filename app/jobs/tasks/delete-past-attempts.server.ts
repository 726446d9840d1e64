import { deletePastAttempts } from "~/access/shared-limits.repo.server";
import type { Task } from "~/jobs/tasks/task";

export const deleteOldAttempts: Task<"delete-past-attempts"> = (_payload, { clock }) =>
  deletePastAttempts(clock());
