import { useEffect, useRef } from "react";

/** The key "/" puts the cursor into this field, unless one is writing in another or a dialog asks something. */
export function useSlashKey() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusByKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
      // The field would take the key as its text.
      event.preventDefault();
      ref.current?.focus();
      ref.current?.select();
    };
    document.addEventListener("keydown", focusByKey);
    return () => document.removeEventListener("keydown", focusByKey);
  }, []);
  return ref;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));
