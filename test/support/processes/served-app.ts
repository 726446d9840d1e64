import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { ensureBuilt } from "../../../scripts/building/prepare.mjs";
import { toServeArguments } from "../../../scripts/processes/web-process";
import { PATIENT } from "./patient";
import { recordOutput } from "./record-output";

export type ServedApp = {
  origin: string;
  port: number;
  /** Process ids of the listening ones, if there are several. */
  listProcesses(): number[];
  /** Ends the process. Returns everything it printed. */
  stop(): Promise<string>;
  /** Ends it without warning; for one process. */
  kill(): Promise<void>;
};

type Listening = { port: number; processes?: number[] };

const running = new Set<ChildProcess>();
/** A look at all sources, once in a process. */
let built: Promise<void> | undefined;

/** The built app behind the real preload, as `npm start` runs it. Builds first when the sources have changed. */
export async function serveApp(
  environment: Record<string, string> = {},
  { processes = 1 } = {},
): Promise<ServedApp> {
  built ??= ensureBuilt();
  await built;
  const child = spawn(process.execPath, toServeArguments(processes), {
    env: {
      ...process.env,
      ...PATIENT,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "info",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  const { readOutput, ended } = recordOutput(child);
  let listening: number[] = [];
  child.on("message", ({ processes = [] }: Listening) => {
    listening = processes;
  });
  const started = once(child, "message") as Promise<[Listening]>;
  const message = await Promise.race([started, ended.then(() => null)]);
  if (!message) throw new Error(`The app ended before it listened:\n${readOutput()}`);
  const [{ port }] = message;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    listProcesses: () => listening,
    async stop() {
      running.delete(child);
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
      return readOutput();
    },
    async kill() {
      running.delete(child);
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** For `afterAll`: also ends what a failed test has left running. */
export async function stopServedApps(): Promise<void> {
  for (const child of running) {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Headers without those that differ between two answers (date, id, nonces), and without those of these names. */
export const toComparable = (headers: Headers, ...unlike: string[]): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !["date", "x-request-id", ...unlike].includes(name))
      .map(([name, value]) => [name, value.replaceAll(/nonce-[\w+/=]{24}/g, "nonce-N")]),
  );

/** Headers for how a body is sent: that depends on its length, and on whether that is known. */
export const HOW_IT_IS_SENT = ["content-length", "transfer-encoding", "content-encoding"];

/** Bytes on a bare connection, since `fetch` would correct them. @returns everything that came back until it closed */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

/** A request with any request line; the connection ends after its answer. */
export const sendRequest = (port: number, requestLine: string, headers: string[] = ["Host: localhost"]) =>
  sendBytes(port, `${[`${requestLine} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`);
