import { vi } from "vitest";

/**
 * Waits until it holds. The limit is generous, so that a busy machine fails no test; what never happens still fails.
 */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
