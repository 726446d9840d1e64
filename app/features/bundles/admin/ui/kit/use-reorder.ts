import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Move = (from: number, to: number) => void;

/**
 * Ordering a list by its rows' handles: drag one with mouse, pen or finger, or move it with the arrow keys (Home and End
 * for the ends). `said` is for a live region. Rows are told apart by `data-row`, their place.
 */
export function useReorder(count: number, move: Move, nameOf: (index: number) => string) {
  const listRef = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");

  const moveTo = (from: number, to: number) => {
    const place = Math.min(count - 1, Math.max(0, to));
    if (place === from) return;
    move(from, place);
    setSaid(`${nameOf(from)} is now number ${place + 1} of ${count}.`);
    return place;
  };

  /** The place whose middle the pointer has passed. */
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
    // Drawn at once: the next move looks at where the rows stand.
    flushSync(() => {
      const place = moveTo(dragged, findPlace(y));
      if (place !== undefined) setDragged(place);
    });
  };
  const isDragging = dragged !== null;
  // On the window: a row that is put elsewhere in the document loses a pointer that its handle has captured.
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
  return { listRef, dragged, said, handleProps };
}

/** The same list with one entry at another place. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
