import { type ChildProcess, spawn } from "node:child_process";
import { stopChild } from "./web-process";

export type WorkerProcess = { stop(): Promise<void> };

/** Longer than a worker takes to end by itself (app/jobs/worker/worker.server.ts). */
const PATIENCE_MS = 12_000;
const START_AGAIN_AFTER_MS = 1000;

/**
 * Runs background jobs in a process of their own, beside the web process, so that a long import slows no page down. A
 * process that exits by itself is replaced by another, which takes over its jobs.
 *
 * @param log where its log goes, if not to our own output: a file descriptor
 */
export function startWorkerProcess(
  environment: Record<string, string>,
  log: number | "inherit" = "inherit",
): WorkerProcess {
  let child = start();
  let again: NodeJS.Timeout | undefined;
  let isStopping = false;

  function start(): ChildProcess {
    const started = spawn(process.execPath, ["scripts/run.mjs", "scripts/worker.ts"], {
      env: { ...process.env, ...environment },
      // Ctrl-C reaches only the parent, which ends its children in order; the closed channel reports its death.
      detached: true,
      stdio: ["ignore", log, "inherit", "ipc"],
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
