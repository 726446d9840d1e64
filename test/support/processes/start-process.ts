import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";
import { PATIENT } from "./patient";

/** Processes with a data folder of their own, as on a new machine: `npm start` and commands beside it. */
export function openFreshDataFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-start-"));
  // `npm start` creates it itself, so that Postgres' own user may enter it.
  rmSync(folder, { recursive: true });
  const started: ChildProcess[] = [];

  /** @returns the process, what it has printed so far, and its end: exit code and all it printed */
  function run(script: string[], environment: Record<string, string> = {}, program = process.execPath) {
    const { DATABASE_URL: _testDatabase, ...inherited } = process.env;
    const child = spawn(program, script, {
      env: { ...inherited, ...PATIENT, DATA_DIR: folder, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    const ended = once(child, "close").then(([code]) => ({ code, output }));
    /** Resolves as soon as the output contains `text`. @throws when the process ends without it. @returns the match */
    const printed = (text: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = text.exec(output);
          if (found) resolve(found);
        };
        for (const stream of [child.stdout, child.stderr]) stream?.on("data", look);
        look();
        void ended.then(() =>
          reject(new Error(`ended with ${child.exitCode ?? child.signalCode} without ${text}:\n${output}`)),
        );
      });
    return { child, ended, printed, readOutput: () => output };
  }

  /** Started and answering; its address. */
  async function start(process = run(["scripts/start.mjs"])) {
    const [, origin = ""] = await process.printed(/is ready: (\S+)/);
    return { ...process, origin };
  }

  /** For `afterEach`. */
  async function stopAll(): Promise<void> {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
  }

  /** For `afterAll`: also stops the database that a killed start has left running. */
  async function remove(): Promise<void> {
    await stopAll();
    const dataDir = path.join(folder, "postgres");
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  return { folder, run, start, stopAll, remove };
}
