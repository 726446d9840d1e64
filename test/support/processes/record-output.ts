import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";

/**
 * Reads all that a server prints, its faults included, which go into the logs of the run when it has ended.
 * @returns what it has printed so far, and its end
 */
export function recordOutput(child: ChildProcess) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const file = path.join(inject("logFolder"), "served.log");
  const ended = once(child, "close").finally(() => appendFileSync(file, output));
  return { readOutput: () => output, ended };
}
