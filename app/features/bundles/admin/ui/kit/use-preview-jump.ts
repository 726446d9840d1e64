import { useRef } from "react";

/** On a narrow screen the preview stands below all the fields: there in one press, and back to where one was. */
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
