import { useCallback, useEffect, useRef } from "react";
import { useLocationChange } from "./use-location-change";

/**
 * A native `<details>` that behaves as a menu if there are scripts: it closes by Escape (the focus goes back to its
 * summary), by a press outside and when another page or filter is opened. Without scripts it opens and closes natively.
 *
 * @param followsFocus also closes when the focus leaves it, and takes the focus from a link that disappears with the
 *   menu: what the link opens, such as a dialog, then gives the focus back to the summary
 */
export function useDetailsMenu(followsFocus = false) {
  const ref = useRef<HTMLDetailsElement>(null);
  useLocationChange(
    useCallback(() => {
      const details = ref.current;
      // Including whatever was opened inside.
      for (const each of [details, ...(details?.querySelectorAll("details") ?? [])])
        if (each) each.open = false;
    }, []),
  );
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const closeOutside = (event: Event) => {
      // The path as it was when the press began: the pressed element may be gone by now (an option that was chosen).
      if (details.open && !event.composedPath().includes(details)) details.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open || event.defaultPrevented) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const keepFocus = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a")) details.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    if (followsFocus) {
      document.addEventListener("focusin", closeOutside);
      details.addEventListener("click", keepFocus);
    }
    details.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      details.removeEventListener("click", keepFocus);
      details.removeEventListener("keydown", closeByKey);
    };
  }, [followsFocus]);
  return ref;
}
