import { deletePastTries } from "~/access/shared-limits.repo.server";
import type { Task } from "~/jobs/tasks/task";

export const deleteOldTries: Task<"delete-past-tries"> = (_payload, { clock }) => deletePastTries(clock());
