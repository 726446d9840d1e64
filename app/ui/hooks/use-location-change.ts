import { type Location, useLocation, useNavigationType } from "@remix-run/react";
import { useRef } from "react";
import { isDoneLeaving } from "./should-revalidate";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect";

/**
 * State of a navigation that only follows what is typed. It must not disturb further typing, or what is opened
 * meanwhile.
 */
export const FOLLOWS_TYPING = { followsTyping: true };

/** Whether the page was reached by such a navigation; not when it is returned to. */
export function useFollowsTyping(): boolean {
  const { state } = useLocation();
  return useNavigationType() !== "POP" && state?.followsTyping === true;
}

/**
 * Runs when another page or filter is opened: for disclosures, which close then. It does not run on hydration, since a
 * disclosure may have been opened before the scripts were there, nor when the list follows what was typed, nor for a
 * jump within the page: the router may report that late, and what was opened meanwhile would close again. It runs
 * before the new page is shown, for the same reason.
 *
 * @param onChange the same function in every render
 */
export function useLocationChange(onChange: () => void): void {
  const location = useLocation();
  const followsTyping = useFollowsTyping();
  const last = useRef(location);
  useBrowserLayoutEffect(() => {
    const before = last.current;
    last.current = location;
    if (before !== location && !followsTyping && !isSamePlace(before, location)) onChange();
  }, [location, followsTyping, onChange]);
}

/**
 * After a form's success has been shown (`done-note.tsx`), its parameter leaves the address: something may be open by
 * then. A refused form leaves its `intent` in the address: the reason is shown where it was sent from.
 */
function isSamePlace(before: Location, now: Location): boolean {
  if (before.pathname === now.pathname && new URLSearchParams(now.search).has("intent")) return true;
  if (before.pathname === now.pathname && before.search === now.search) return before.hash !== now.hash;
  return isDoneLeaving(before, now);
}
