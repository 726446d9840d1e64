import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** Memory of the process, now or its maximum so far, as Linux reports it. */
export function readMegabytes({ pid }: ChildProcess, when: "now" | "peak"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const line = when === "now" ? /^VmRSS:\s+(\d+) kB/m : /^VmHWM:\s+(\d+) kB/m;
  return Number(line.exec(status)?.[1] ?? Number.NaN) / 1024;
}
