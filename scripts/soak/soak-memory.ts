import type { ChildProcess } from "node:child_process";
import { readMegabytes } from "./process-memory";
import type { Check } from "./soak-checks";

/** How much more a process may hold at the end than after its warm-up. */
const MOST_GROWTH = 1.1;
const SAMPLE_EVERY_MS = 1000;
/** The first part of the time is the warm-up: caches fill, programs are compiled. */
const WARM_UP = 0.4;
/** What is compared: the median of the first and of the last part of the rest. */
const PART = 0.3;

/** Follows how much memory processes hold. */
export function followMemory(processes: Record<string, ChildProcess>) {
  const samples = new Map<string, number[]>();
  const sample = () => {
    for (const [name, process] of Object.entries(processes)) {
      const taken = samples.get(name) ?? [];
      taken.push(readMegabytes(process, "now"));
      samples.set(name, taken);
    }
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    /** @returns a check of each process */
    stop(): Check[] {
      clearInterval(timer);
      return [...samples].map(([name, taken]) => toCheck(name, taken));
    },
  };
}

function toCheck(name: string, taken: number[]): Check {
  const warm = taken.slice(Math.floor(taken.length * WARM_UP));
  const size = Math.max(1, Math.floor(warm.length * PART));
  const [before, after] = [toMedian(warm.slice(0, size)), toMedian(warm.slice(-size))];
  const growth = after / before;
  return {
    what: `memory of the ${name}: after warm-up, at the end, most`,
    result: `${before.toFixed(0)} MB, ${after.toFixed(0)} MB (${((growth - 1) * 100).toFixed(1)} %), ${Math.max(...taken).toFixed(0)} MB`,
    isGood: growth <= MOST_GROWTH,
  };
}

const toMedian = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
