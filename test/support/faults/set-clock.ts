import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

/** Sets the wall clock of processes that are started with this environment, for one test. */
export function withSetClock() {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "offset");
  /** @param hours how far ahead of the real clock */
  const set = (hours: number) => writeFileSync(file, String(hours * 3_600_000));
  set(0);
  const program = pathToFileURL("test/support/programs/set-clock.mjs").href;
  return { environment: { CLOCK_OFFSET_FILE: file, NODE_OPTIONS: `--import ${program}` }, set };
}
