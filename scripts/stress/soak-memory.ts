import { readMegabytes } from "./process-memory";
import type { Check } from "./soak-checks";
import type { SoakProcess } from "./soak-processes";

/** By how much a process may grow after its warm-up. */
const MOST_GROWTH = 1.1;
/** The first part of the time is the warm-up: caches fill, programs are compiled. */
const WARM_UP = 0.3;

/**
 * Memory of a process after full garbage collections: in between, V8 lets garbage grow to several times as much, so
 * that the system's figures say little about a leak. After the warm-up, the minimum of the first half is compared with
 * that of the second: a collection under way may count what is already garbage.
 *
 * @param skip number of collections before the time that counts
 */
export function checkMemory(process: SoakProcess, name: string, skip: number): Check {
  const all = process.listLive().slice(skip);
  const warm = all.slice(Math.floor(all.length * WARM_UP));
  const middle = Math.floor(warm.length / 2);
  const [before, after] = [Math.min(...warm.slice(0, middle)), Math.min(...warm.slice(middle))];
  const growth = after / before;
  const most = readMegabytes(process.child, "peak");
  return {
    what: `live memory of the ${name} after warm-up, at the end (of ${all.length} collections); most the system gave it`,
    result: `${before} MB, ${after} MB (${((growth - 1) * 100).toFixed(1)} %); ${most.toFixed(0)} MB`,
    isGood: growth <= MOST_GROWTH,
  };
}
