import { afterAll, expect, vi } from "vitest";
import { env } from "~/lib/env.server";

// A process runs many files: each must restore what it changes, or it would affect the next one.
const before = { process: { ...process.env }, app: { ...env } };

// The file's own hooks run first.
afterAll(() => {
  expect({ process: { ...process.env }, app: { ...env } }).toEqual(before);
  expect(vi.isFakeTimers()).toBe(false);
});
