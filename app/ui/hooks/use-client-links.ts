import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** How long the framework's own links wait before they prefetch. */
const INTENT_MS = 100;

/** Plain links that navigate without a full load: those inside an element with `data-client-links`. */
function findLink(event: Event): { link: HTMLAnchorElement; area: string } | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const area = link?.closest<HTMLElement>("[data-client-links]")?.dataset.clientLinks;
  return link && area !== undefined && link.origin === location.origin && !link.hasAttribute("download")
    ? { link, area }
    : null;
}

const wantsElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

/**
 * One handler for all plain links of the shell, since a link component costs the server as much as a table row. An
 * element with `data-client-links` keeps the scroll position within the same page; with `"top"` it does not; with
 * `"prefetch"` links are fetched shortly before they are pressed.
 *
 * @returns the handlers, and the page to prefetch
 */
export function useClientLinks() {
  const ref = useRef<HTMLDivElement>(null);
  const [ahead, setAhead] = useState<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const shell = ref.current;
    if (!shell) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (event: MouseEvent) => {
      const found = findLink(event);
      if (!found || event.defaultPrevented || wantsElsewhere(event)) return;
      event.preventDefault();
      const { pathname, search, href } = found.link;
      navigate(pathname + search, {
        replace: href === location.href,
        preventScrollReset: pathname === location.pathname && found.area !== "top",
      });
    };
    const fetchAhead = (event: Event) => {
      clearTimeout(timer);
      const found = findLink(event);
      if (found?.area === "prefetch")
        timer = setTimeout(() => setAhead(found.link.pathname + found.link.search), INTENT_MS);
    };
    const signs = ["mouseover", "focusin", "touchstart"] as const;
    shell.addEventListener("click", open);
    for (const sign of signs) shell.addEventListener(sign, fetchAhead, { passive: true });
    return () => {
      clearTimeout(timer);
      shell.removeEventListener("click", open);
      for (const sign of signs) shell.removeEventListener(sign, fetchAhead);
    };
  }, [navigate]);
  return { ref, ahead };
}
