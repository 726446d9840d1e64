import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { stopChild, toServeArguments } from "../processes/web-process";

/** One process of the service as in production, with its log in a file. */
export type SoakProcess = {
  child: ChildProcess;
  /** Lines of the log that report an error, and everything that is not a line of the log. */
  readErrors(): string[];
  /** Memory left by each full garbage collection so far, in MB: programs and data, without garbage. */
  listLive(): number[];
  stop(): Promise<void>;
};

/** One web process and one worker. */
export type SoakProcesses = {
  origin: string;
  web: SoakProcess;
  worker: SoakProcess;
  readErrors(): string[];
  stop(): Promise<void>;
};

/**
 * @field folder for the data folder, and the logs
 * @field release the folder of another release; by default the one that runs this
 */
export type SoakPlace = { databaseUrl: string; folder: string; release?: string };

export async function startProcesses(place: SoakPlace): Promise<SoakProcesses> {
  const worker = startSoakWorker(place);
  const web = await startSoakWeb(place);
  return {
    origin: web.origin,
    web,
    worker,
    readErrors: () => [web, worker].flatMap((process) => process.readErrors()),
    stop: async () => {
      await Promise.all([web.stop(), worker.stop()]);
    },
  };
}

export async function startSoakWeb(place: SoakPlace): Promise<SoakProcess & { origin: string }> {
  const web = start(place, "web", toServeArguments());
  const port = await new Promise<number>((resolve, reject) => {
    web.child.once("message", (message: { port: number }) => resolve(message.port));
    web.child.once("exit", () =>
      reject(new Error(`The web process has ended: ${web.readErrors().join("\n")}`)),
    );
  });
  return { ...web, origin: `http://127.0.0.1:${port}` };
}

/** It migrates the database before it works. */
export const startSoakWorker = (place: SoakPlace): SoakProcess =>
  start(place, "worker", ["scripts/run.mjs", "scripts/worker.ts"]);

let started = 0;

function start({ databaseUrl, folder, release }: SoakPlace, name: string, args: string[]): SoakProcess {
  const file = path.join(folder, `${name}-${++started}.log`);
  const log = openSync(file, "a");
  const child = spawn(process.execPath, ["--trace-gc", ...args], {
    cwd: release,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "warn",
      WEBHOOKS_ALLOW_LOOPBACK: "true",
      // All calls use one key: the limiter counts each and refuses none.
      RATE_LIMIT_PER_SECOND: "1000000",
      RATE_LIMIT_BURST: "1000000",
    },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const readLog = () => readFileSync(file, "utf8");
  return {
    child,
    readErrors: () => readLog().split("\n").filter(isError),
    listLive: () => listLiveMegabytes(readLog()),
    stop: () => stopChild(child, 15_000),
  };
}

/** In V8's form: `[1:0x1]  41950 ms: Mark-Compact 158.2 (185.7) -> 47.0 (177.7) MB, …`. */
const GARBAGE_COLLECTION = /^\[\d+:0x[0-9a-f]+\]/;
const listLiveMegabytes = (log: string): number[] =>
  [...log.matchAll(/ Mark-Compact .*?-> (\d+\.\d+) /g)].map(([, live]) => Number(live));

/** What a worker says before it has a log. */
const MIGRATING = /^migrating \S+\.sql$/;

/** pino's levels: 30 info, 40 warning, 50 error. In a soak no job may fail, not even once. */
function isError(line: string): boolean {
  if (line.trim() === "" || GARBAGE_COLLECTION.test(line) || MIGRATING.test(line)) return false;
  try {
    const { level, msg } = JSON.parse(line);
    return level >= 50 || msg === "job failed";
  } catch {
    return true;
  }
}
