import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { stopChild, toServeArguments } from "../processes/web-process";

/** The service as in production: one web process and one worker, each with its log in a file. */
export type SoakProcesses = {
  origin: string;
  web: ChildProcess;
  worker: ChildProcess;
  /** Memory left by each full garbage collection so far, in MB: programs and data, without garbage. */
  listLive(name: "web" | "worker"): number[];
  /** Lines of the logs that report an error, and everything that is not a line of the log. */
  readErrors(): string[];
  stop(): Promise<void>;
};

/** @param folder for the data folder of both, and their logs */
export async function startProcesses(databaseUrl: string, folder: string): Promise<SoakProcesses> {
  const environment: NodeJS.ProcessEnv = {
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
  };
  const logs = ["web", "worker"].map((name) => path.join(folder, `${name}.log`));
  const [webLog = 0, workerLog = 0] = logs.map((file) => openSync(file, "a"));
  const start = (args: string[], log: number): ChildProcess =>
    spawn(process.execPath, ["--trace-gc", ...args], {
      env: environment,
      stdio: ["ignore", log, log, "ipc"],
    });
  const web = start(toServeArguments(), webLog);
  const worker = start(["scripts/run.mjs", "scripts/worker.ts"], workerLog);
  const port = await new Promise<number>((resolve, reject) => {
    web.once("message", (message: { port: number }) => resolve(message.port));
    web.once("exit", () =>
      reject(new Error(`The web process has ended: ${readFileSync(logs[0] ?? "", "utf8")}`)),
    );
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    web,
    worker,
    listLive: (name) => listLiveMegabytes(readFileSync(path.join(folder, `${name}.log`), "utf8")),
    readErrors: () => logs.flatMap((file) => readFileSync(file, "utf8").split("\n").filter(isError)),
    stop: async () => {
      await Promise.all([stopChild(web, 12_000), stopChild(worker, 15_000)]);
    },
  };
}

/** In V8's form: `[1:0x1]  41950 ms: Mark-Compact 158.2 (185.7) -> 47.0 (177.7) MB, …`. */
const GARBAGE_COLLECTION = /^\[\d+:0x[0-9a-f]+\]/;
const listLiveMegabytes = (log: string): number[] =>
  [...log.matchAll(/ Mark-Compact .*?-> (\d+\.\d+) /g)].map(([, live]) => Number(live));

/** pino's levels: 30 info, 40 warning, 50 error. */
function isError(line: string): boolean {
  if (line.trim() === "" || GARBAGE_COLLECTION.test(line)) return false;
  try {
    return JSON.parse(line).level >= 50;
  } catch {
    return true;
  }
}
