import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Pause between two reads. */
const POLL_EVERY_MS = 1000;

/**
 * Reads the page's data repeatedly while something on it is under way; the next read begins when the last has finished.
 */
export function usePolling(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const timer = setTimeout(revalidate, POLL_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, state, revalidate]);
}
