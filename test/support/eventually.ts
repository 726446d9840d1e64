import { vi } from "vitest";

/**
 * Wait until it holds. Patient beyond any busy machine: how soon something happens is no matter of a test, and what
 * never happens fails all the same.
 */
export const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
