import { deletePastTries } from "~/features/limits/shared-limits.repo.server";
import type { Task } from "~/jobs/task";

export const deleteOldTries: Task<"delete-past-tries"> = (_payload, { clock }) => deletePastTries(clock());
