import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { type CpuUse, findPlaces, MOST_IN_FLIGHT, toDiskWait } from "./pace";

/** The system counts in steps of ten milliseconds per processor: a shorter interval would say little. */
const LOOK_EVERY_MS = 200;

/** @returns how many charges this process should run at once, updated five times a second (docs/decisions/057) */
export function startPace(): () => number {
  let places = MOST_IN_FLIGHT;
  let lookedAt = performance.now();
  let before = readCpuUse();
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY_MS) return places;
    const after = readCpuUse();
    places = findPlaces(places, { busy: after.busy - before.busy, idle: after.idle - before.idle });
    lookedAt = now;
    before = after;
    return places;
  };
}

/** Linux' statistics: Node's leave out the time that processors wait for a disk. */
const SYSTEM_ACCOUNT = "/proc/stat";

/**
 * Sums over all processors since the machine started, in milliseconds. Waiting for a disk counts as idle: the
 * processor is free for others.
 */
function readCpuUse(): CpuUse {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  if (existsSync(SYSTEM_ACCOUNT)) idle += toDiskWait(readFileSync(SYSTEM_ACCOUNT, "utf8"));
  return { busy, idle };
}
