import { type ChildProcess, spawn } from "node:child_process";
import { stopChild } from "./web-process";

export type WorkerProcess = { stop(): Promise<void> };

/** Longer than a worker takes to end by itself (app/jobs/worker.server.ts). */
const PATIENCE_MS = 12_000;
const START_AGAIN_AFTER_MS = 1000;

/**
 * Run the background jobs in a process of their own, beside the web process: a long import then slows no page down. One
 * that ends without being told to is followed by another, which takes its jobs over.
 */
export function startWorkerProcess(environment: Record<string, string>): WorkerProcess {
  let child = start();
  let again: NodeJS.Timeout | undefined;
  let isStopping = false;

  function start(): ChildProcess {
    const started = spawn(process.execPath, ["--import", "tsx", "scripts/worker.ts"], {
      env: { ...process.env, ...environment },
      // Ctrl-C reaches our parent alone, which ends us in order; the channel tells of its death.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    started.once("exit", (code, signal) => {
      if (isStopping) return;
      console.error(`The worker has ended (${signal ?? `exit code ${code}`}); starting another.`);
      again = setTimeout(() => {
        child = start();
      }, START_AGAIN_AFTER_MS);
    });
    return started;
  }

  return {
    stop() {
      isStopping = true;
      clearTimeout(again);
      return stopChild(child, PATIENCE_MS);
    },
  };
}
