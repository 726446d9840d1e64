import { type Location, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Runs when another page or filter is opened: for what folds out over the page and closes then. Not when the page wakes
 * up, since it may have been opened before the scripts were there.
 *
 * @param onChange the same function in every render
 */
export function usePlaceChange(onChange: () => void): void {
  const location = useLocation();
  const last = useRef(location);
  useEffect(() => {
    const before = last.current;
    last.current = location;
    if (before !== location && !isSamePlace(before, location)) onChange();
  }, [location, onChange]);
}

/** Once a form's success has been told (`done-note.tsx`) its mark leaves the address: by then something may be open. */
function isSamePlace(before: Location, now: Location): boolean {
  const search = new URLSearchParams(before.search);
  if (!search.has("done")) return false;
  search.delete("done");
  return before.pathname === now.pathname && search.toString() === new URLSearchParams(now.search).toString();
}
