import { type DragEvent, useEffect } from "react";

/** The zone that a file is held over says so by `data-over`; each zone is an input of its own. */
const ZONE = ".pn-import-file";

const holdsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes("Files") ?? false;

/**
 * While the page is open a file that misses its zone is not opened in place of the page.
 *
 * @returns handlers for the element around the zones, which show where a file would go
 */
export function useFileDrops() {
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      const isOnZone = event.target instanceof Element && event.target.closest(ZONE) !== null;
      if (!isOnZone && holdsFiles(event.dataTransfer)) event.preventDefault();
    };
    for (const type of ["dragover", "drop"] as const) window.addEventListener(type, keepPage);
    return () => {
      for (const type of ["dragover", "drop"] as const) window.removeEventListener(type, keepPage);
    };
  }, []);
  const mark = (isOver: boolean) => (event: DragEvent) => {
    const zone = event.target instanceof Element ? event.target.closest(ZONE) : null;
    if (holdsFiles(event.dataTransfer)) zone?.toggleAttribute("data-over", isOver);
  };
  return { onDragEnter: mark(true), onDragLeave: mark(false), onDrop: mark(false) };
}
