import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False on the server and while the page is hydrated, true from then on: for what only scripts can do. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
