import { useRef } from "react";

/** On narrow screens the preview is below all the fields: jumps to it, and back to the field that had the focus. */
export function usePreviewJump() {
  const from = useRef<{ top: number; focused: Element | null }>({ top: 0, focused: null });
  return {
    show: () => {
      from.current = { top: window.scrollY, focused: document.activeElement };
      const title = document.getElementById("preview-title");
      title?.focus({ preventScroll: true });
      title?.scrollIntoView({ block: "start" });
    },
    leave: () => {
      const { top, focused } = from.current;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      window.scrollTo({ top });
    },
  };
}
