import type { ChildProcess } from "node:child_process";
import { readMegabytes } from "../../scripts/stress/process-memory";

const PARTS = 10;

/** Megabytes: before the work, the mean of each tenth of it, and the maximum of the process. */
export type MemoryByTenths = { atStart: number; tenths: number[]; peak: number };

/**
 * Memory of a process by the share of its work that is done: a leak shows as a rise from tenth to tenth.
 * @param total pieces of work in all
 */
export function watchMemory(worker: ChildProcess, total: number) {
  const atStart = readMegabytes(worker, "now");
  const samples: number[][] = Array.from({ length: PARTS }, () => []);
  return {
    /** @throws if the process has ended */
    sample(done: number): void {
      if (worker.exitCode !== null) throw new Error(`The worker ended with ${worker.exitCode}.`);
      samples[Math.floor((done * PARTS) / total)]?.push(readMegabytes(worker, "now"));
    },
    summarize: (): MemoryByTenths => ({
      atStart,
      tenths: samples.map((part) => part.reduce((sum, sample) => sum + sample, 0) / part.length),
      peak: readMegabytes(worker, "peak"),
    }),
  };
}
