import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { preloading } from "../processes/preloading";

/** Sets the wall clock of processes that are started with this environment, for one test. */
export function withSetClock() {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "offset");
  /** @param hours how far ahead of the real clock */
  const set = (hours: number) => writeFileSync(file, String(hours * 3_600_000));
  set(0);
  const NODE_OPTIONS = preloading("test/support/programs/set-clock.mjs");
  return { environment: { CLOCK_OFFSET_FILE: file, NODE_OPTIONS }, set };
}
