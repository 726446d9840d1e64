import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Move = (from: number, to: number) => void;

/**
 * Reordering a list by handles: drag with mouse, pen or finger, or move with the arrow keys, Home and End.
 * `announcement` is the text for a live region. The index of a row is in its `data-row`.
 */
export function useReorder(count: number, move: Move, nameOf: (index: number) => string) {
  const listRef = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState("");

  const moveTo = (from: number, to: number) => {
    const place = Math.min(count - 1, Math.max(0, to));
    if (place === from) return;
    move(from, place);
    setAnnouncement(`${nameOf(from)} is now number ${place + 1} of ${count}.`);
    return place;
  };

  /** The index of the row whose middle the pointer has passed. */
  const findPlace = (y: number): number => {
    const rows = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const passed = rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    });
    const from = dragged ?? 0;
    return passed.length > from ? passed.length - 1 : passed.length;
  };

  const follow = useRef<(y: number) => void>();
  follow.current = (y) => {
    if (dragged === null) return;
    // Rendered at once, because the next move reads the rows' positions.
    flushSync(() => {
      const place = moveTo(dragged, findPlace(y));
      if (place !== undefined) setDragged(place);
    });
  };
  const isDragging = dragged !== null;
  // Listeners are on the window: when a row moves in the document, its handle loses the captured pointer.
  useEffect(() => {
    if (!isDragging) return;
    const abort = new AbortController();
    const { signal } = abort;
    const end = () => setDragged(null);
    window.addEventListener("pointermove", ({ clientY }) => follow.current?.(clientY), { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
    return () => abort.abort();
  }, [isDragging]);

  const handleProps = (index: number) => ({
    onPointerDown: ({ button }: PointerEvent) => {
      if (button === 0) setDragged(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const places: Record<string, number> = {
        ArrowUp: index - 1,
        ArrowDown: index + 1,
        Home: 0,
        End: count - 1,
      };
      const place = places[event.key];
      if (place === undefined) return;
      event.preventDefault();
      moveTo(index, place);
    },
  });
  return { listRef, dragged, announcement, handleProps };
}

/** The list with one entry moved to another index. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
