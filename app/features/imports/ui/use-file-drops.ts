import { type DragEvent, useEffect } from "react";

/** `data-over` marks the zone a file is held over; each zone is an input of its own. */
const ZONE = ".pn-import-file";

const holdsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes("Files") ?? false;

/**
 * Marks drop zones, and keeps the browser from opening a file dropped outside them.
 *
 * @returns handlers for the element around the zones
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
