import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { AdminShell } from "./admin-shell";

/** Name of the button, and of the field, that requests a dry run (form/dry-run.tsx): an older one, which open pages send. */
export const DRY_RUN = "tryOut";

type Move = Parameters<ShouldRevalidateFunction>[0];
type Place = { pathname: string; search: string };

/** Whether the address only loses its `done`, as after a form's success has been shown (done-note.tsx). */
export function isDoneLeaving(before: Place, now: Place): boolean {
  const search = new URLSearchParams(before.search);
  if (!search.has("done") || before.pathname !== now.pathname) return false;
  search.delete("done");
  return search.toString() === new URLSearchParams(now.search).toString();
}

const isSending = ({ formMethod }: Move): boolean => formMethod !== undefined && formMethod !== "GET";

/**
 * A dry run that is answered while the page moves ends the move: the router takes what the dry run loads for it. The form
 * may have been sent meanwhile, so that is no time to load nothing.
 */
const isDryRun = ({ formData, currentUrl, nextUrl }: Move): boolean =>
  formData?.has(DRY_RUN) === true && currentUrl.href === nextUrl.href;

/**
 * `shouldRevalidate` of the pages with forms: nothing is loaded again for a dry run, nor when `done` leaves the address,
 * since nothing has changed. A form that is answered in place leaves `done` behind, too, but has changed something.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (move) =>
  !isDryRun(move) &&
  (isSending(move) || !isDoneLeaving(move.currentUrl, move.nextUrl)) &&
  move.defaultShouldRevalidate;

/** In another tab somebody with several shops may have switched; a page's data is of the session's shop in any case. */
const mayHaveSwitched = (): boolean => {
  const shell: AdminShell | undefined = window.__remixRouter.state.loaderData["routes/admin"];
  return shell !== undefined && shell.shops.length > 1;
};

/**
 * `shouldRevalidate` of what all pages show: name, role and, for people with one, shop change only by forms; every page's
 * own loader checks the session anyway. A page that is opened before a form was answered makes up for it.
 */
export const shouldRevalidateShell: ShouldRevalidateFunction = (move) => {
  // For another path alone the router wants nothing loaded by itself.
  const isOwed = move.currentUrl.pathname !== move.nextUrl.pathname;
  return (isSending(move) || isOwed || mayHaveSwitched()) && shouldRevalidate(move);
};
