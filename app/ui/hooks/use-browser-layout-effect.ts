import { useLayoutEffect } from "react";

/** Runs before what was drawn is shown. On the server, where React would warn, it does nothing. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? () => {} : useLayoutEffect;
