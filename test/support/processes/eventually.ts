import { vi } from "vitest";

/**
 * Waits until it holds. The limit is generous, so that a busy machine fails no test; what never happens still fails.
 */
export const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
