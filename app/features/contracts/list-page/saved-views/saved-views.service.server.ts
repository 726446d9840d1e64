import { parseListState, toViewSearch } from "~/features/contracts/list/contract-list-url";
import {
  countSavedViewsLocked,
  deleteSavedView,
  insertSavedView,
  renameSavedView,
} from "~/features/contracts/list-page/saved-views/saved-views.repo.server";
import { MAX_SAVED_VIEWS } from "~/features/contracts/list-page/saved-views/saved-views.schema";
import { notFound, ProblemError } from "~/lib/problem";
import { isUniqueViolation } from "~db/errors";
import { inTransaction } from "~db/transaction.server";

type Owner = { shopId: number; staffId: number };

/**
 * Keep the filters and the sort of a query string under a name; the place in the list is not kept.
 *
 * @throws ProblemError already_exists when the member has a view of that name, limit_reached with 50 of them.
 */
export async function saveView(
  { shopId, staffId }: Owner,
  { name, search }: { name: string; search: string },
  now: Date,
): Promise<{ search: string }> {
  const kept = toViewSearch(parseListState(new URLSearchParams(search)));
  await withNameAsField(name, () =>
    inTransaction(async (tx) => {
      if ((await countSavedViewsLocked(tx, shopId, staffId)) >= MAX_SAVED_VIEWS)
        throw new ProblemError("limit_reached", `You have ${MAX_SAVED_VIEWS} views. Delete one first.`);
      await insertSavedView(tx, { shopId, staffId, name, search: kept, createdAt: now });
    }),
  );
  return { search: kept };
}

/** @throws ProblemError not_found for what is not the member's own view, already_exists for a taken name. */
export async function renameView(
  { shopId, staffId }: Owner,
  { viewId, name }: { viewId: number; name: string },
): Promise<void> {
  const isRenamed = await withNameAsField(name, () => renameSavedView(shopId, staffId, viewId, name));
  if (!isRenamed) throw notFound("This view no longer exists.");
}

/** Deleting what is gone already is no failure: the wish is fulfilled. */
export async function deleteView({ shopId, staffId }: Owner, viewId: number): Promise<void> {
  await deleteSavedView(shopId, staffId, viewId);
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
