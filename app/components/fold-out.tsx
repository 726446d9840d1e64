import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from "react";
import { usePlaceChange } from "~/components/use-place-change";

type Props = { className: string; summary: ReactNode; label?: string; children: ReactNode };

/**
 * Something that folds out over the page. The browser's own `details`, so it opens without scripts; with them it
 * closes as menus do: by Escape, by a click beside it, by going to another page.
 */
export function FoldOut({ className, summary, label, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  usePlaceChange(useCallback(() => close(ref.current), []));
  useEffect(() => {
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) close(ref.current);
    };
    document.addEventListener("pointerdown", closeBeside);
    document.addEventListener("focusin", closeBeside);
    return () => {
      document.removeEventListener("pointerdown", closeBeside);
      document.removeEventListener("focusin", closeBeside);
    };
  }, []);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !ref.current?.open) return;
    close(ref.current);
    ref.current.querySelector("summary")?.focus();
  };
  // The link is gone with the menu: what it opens, such as a dialog, gives the focus back to the menu.
  const keepFocus = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a")) ref.current?.querySelector("summary")?.focus();
  };
  return (
    <details ref={ref} className={className} onKeyDown={closeByEscape} onClick={keepFocus}>
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
