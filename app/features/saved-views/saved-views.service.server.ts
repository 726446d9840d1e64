import { notFound, ProblemError } from "~/lib/problem";
import { isUniqueViolation } from "~db/errors";
import { inTransaction } from "~db/transaction.server";
import {
  countSavedViewsLocked,
  deleteSavedView,
  insertSavedView,
  renameSavedView,
  type ViewOwner,
} from "./saved-views.repo.server";
import { MAX_SAVED_VIEWS } from "./saved-views.schema";

export type { ViewOwner };

/**
 * Saves a list's query string under a name.
 *
 * @throws ProblemError already_exists when the member has a view of that name, limit_reached with 50 of the list.
 */
export async function saveView(
  owner: ViewOwner,
  { name, search }: { name: string; search: string },
  now: Date,
): Promise<void> {
  await withNameAsField(name, () =>
    inTransaction(async (tx) => {
      if ((await countSavedViewsLocked(tx, owner)) >= MAX_SAVED_VIEWS)
        throw new ProblemError("limit_reached", `You have ${MAX_SAVED_VIEWS} views. Delete one first.`);
      await insertSavedView(tx, { ...owner, name, search, createdAt: now });
    }),
  );
}

/** @throws ProblemError not_found for a view that is not the member's own, already_exists for a taken name. */
export async function renameView(
  owner: ViewOwner,
  { viewId, name }: { viewId: number; name: string },
): Promise<void> {
  const isRenamed = await withNameAsField(name, () => renameSavedView(owner, viewId, name));
  if (!isRenamed) throw notFound("This view no longer exists.");
}

/** Deleting a view that no longer exists is no error. */
export async function deleteView(owner: ViewOwner, viewId: number): Promise<void> {
  await deleteSavedView(owner, viewId);
}

async function withNameAsField<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, "saved_views_name_key")) throw error;
    const detail = `You already have a view called “${name}”.`;
    throw new ProblemError("already_exists", detail, {
      errors: [{ pointer: "/name", code: "already_exists", detail }],
    });
  }
}
