import { type ChildProcess, fork, spawn } from "node:child_process";
import { startWebProcess } from "../../scripts/processes/web-process";
import type { Access } from "../shop/databases";
import type { LoadOrder, LoadResult } from "./load-client";

/** A server under measurement. `readCpuSeconds`: CPU time of its process so far, user and system. */
export type Measured = {
  port: number;
  headers: Record<string, string>;
  readCpuSeconds(): Promise<number>;
  stop(): Promise<void>;
};

/** Far above the measured rates: the limiters run on every call and never refuse one. */
const NO_REFUSALS = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  WRONG_CREDENTIALS_BURST: "1000000",
};
const METRICS_TOKEN = "token-of-the-bench";

/**
 * The built app, served as `npm start` serves it.
 * @param rateLimit environment variables of its limits
 */
export async function startApp(
  databaseUrl: string,
  access: Access,
  rateLimit: Record<string, string> = NO_REFUSALS,
): Promise<Measured> {
  const web = await startWebProcess({
    environment: {
      ...rateLimit,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      HOST: "127.0.0.1",
      PORT: "0",
      METRICS_TOKEN,
      WEBHOOKS_ALLOW_LOOPBACK: "true",
    },
    log: "ignore",
  });
  return {
    port: Number(new URL(web.origin).port),
    headers: { "X-API-Key": access.apiKey },
    async readCpuSeconds() {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const text = await (await fetch(`${web.origin}/metrics`, { headers })).text();
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    },
    stop: web.stop,
  };
}

/**
 * The bare handler that it is compared with.
 * @param passesList it passes on the text of the app's own list statement: the upper limit
 */
export async function startBareServer(
  databaseUrl: string,
  access: Access,
  { passesList = false } = {},
): Promise<Measured> {
  const child = forkScript("measure/bare-server.ts", {
    DATABASE_URL: databaseUrl,
    SHOP_ID: String(access.shopId),
    PASSES_LIST: String(passesList),
  });
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    port,
    headers: {},
    readCpuSeconds() {
      child.send("cpu");
      return nextMessage<number>(child);
    },
    stop: async () => void child.kill(),
  };
}

/** A worker process, as `npm run worker` starts it. It may send webhooks to this machine. */
export const startWorker = (databaseUrl: string): ChildProcess =>
  spawn(process.execPath, ["scripts/run.mjs", "scripts/worker.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "error", WEBHOOKS_ALLOW_LOOPBACK: "true" },
    stdio: ["ignore", "inherit", "inherit"],
  });

/**
 * An API call of the merchant to the measured app.
 * @param path below `/api/external/v2`
 * @returns the JSON answered
 * @throws for any other answer than success
 */
export async function callApi(
  { port, headers }: Measured,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/external/v2${path}`, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The process that makes requests. */
export type LoadGenerator = { run(order: LoadOrder): Promise<LoadResult>; stop(): void };

/** @param mayFail requests may be refused; otherwise a run with a failure ends in an error */
export function startLoadGenerator({ mayFail = false } = {}): LoadGenerator {
  const child = forkScript("measure/load-client.ts", {});
  return {
    async run(order) {
      child.send(order);
      const result = await nextMessage<LoadResult>(child);
      if (result.failures > 0 && !mayFail)
        throw new Error(`${result.failures} requests of ${order.path} failed.`);
      return result;
    },
    stop: () => void child.kill(),
  };
}

export const forkScript = (name: string, env: Record<string, string>): ChildProcess =>
  fork("scripts/run.mjs", [`bench/${name}`], {
    env: { ...process.env, ...env },
    serialization: "advanced",
  });

export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}.`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as T);
    });
  });
}
