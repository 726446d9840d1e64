import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Name of the button, and of the field, that requests a trial (form-trial.tsx). */
export const TRY_OUT = "tryOut";

type Place = { pathname: string; search: string };

/** Whether the address only loses its `done`, as after a form's success has been shown (done-note.tsx). */
export function isDoneLeaving(before: Place, now: Place): boolean {
  const search = new URLSearchParams(before.search);
  if (!search.has("done") || before.pathname !== now.pathname) return false;
  search.delete("done");
  return search.toString() === new URLSearchParams(now.search).toString();
}

/**
 * `shouldRevalidate` of the pages with forms: nothing is loaded again for a trial, nor when `done` leaves the address,
 * since nothing has changed.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (move) =>
  !move.formData?.has(TRY_OUT) &&
  !isDoneLeaving(move.currentUrl, move.nextUrl) &&
  move.defaultShouldRevalidate;
