import { readFileSync } from "node:fs";
import { type CpuShare, findPlaces, MOST_IN_FLIGHT } from "~/features/billing/run/pace";

const LOOK_EVERY_MS = 100;

/** @returns how many charges this process should run at once, looked at anew ten times a second (docs/decisions/057) */
export function startPace(): () => number {
  let places = MOST_IN_FLIGHT;
  let lookedAt = performance.now();
  let before = readCpuShare();
  return () => {
    const now = performance.now();
    if (before === null || now - lookedAt < LOOK_EVERY_MS) return places;
    lookedAt = now;
    const after = readCpuShare();
    if (after)
      places = findPlaces(places, { ran: after.ran - before.ran, waited: after.waited - before.waited });
    before = after;
    return places;
  };
}

/** Of this process since it started, in nanoseconds; null where the system does not tell (it is Linux that does). */
function readCpuShare(): CpuShare | null {
  if (process.platform !== "linux") return null;
  try {
    const [ran, waited] = readFileSync("/proc/self/schedstat", "utf8").split(" ").map(Number);
    return ran === undefined || waited === undefined ? null : { ran, waited };
  } catch {
    // A kernel without these figures: the run is not slowed down.
    return null;
  }
}
