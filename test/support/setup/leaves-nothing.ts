import { afterAll, expect, vi } from "vitest";
import { env } from "~/lib/env.server";

// A process runs many files: each has to restore what it changes, or the next one would find it.
const before = { process: { ...process.env }, app: { ...env } };

// Hooks of the file itself come first.
afterAll(() => {
  expect({ process: { ...process.env }, app: { ...env } }).toEqual(before);
  expect(vi.isFakeTimers()).toBe(false);
});
