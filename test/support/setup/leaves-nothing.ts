import { afterAll, expect, vi } from "vitest";
import { env } from "~/lib/env.server";

// A process runs many files: what one changes for itself it puts back, or it would be found by whichever comes next.
const before = { process: { ...process.env }, app: { ...env } };

// Hooks of the file itself come first.
afterAll(() => {
  expect({ process: { ...process.env }, app: { ...env } }).toEqual(before);
  expect(vi.isFakeTimers()).toBe(false);
});
