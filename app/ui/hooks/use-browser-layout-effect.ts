import { useLayoutEffect } from "react";

/** Runs before the page is shown. On the server, where React would warn, it does nothing. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? () => {} : useLayoutEffect;
