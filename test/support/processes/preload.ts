import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { recordOutput } from "./record-output";

const REMIX_SERVE = "node_modules/@remix-run/serve/dist/cli.js";
const children: ChildProcess[] = [];
type Served = Awaited<ReturnType<typeof servePreload>>;
const shared = new Map<string, Promise<Served>>();

/** For `afterAll`: ends the processes that still run. */
export async function endPreloads(): Promise<void> {
  shared.clear();
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** A process with this environment for all tests of a file that only ask it something: starting one takes longer. */
export function sharePreload(environment: Record<string, string> = {}): Promise<Served> {
  const key = JSON.stringify(environment);
  const served = shared.get(key) ?? servePreload(environment);
  shared.set(key, served);
  return served;
}

/** A process that serves `test/fixtures/server-build.mjs` under the preload, at a port of its own. */
export async function servePreload(environment: Record<string, string> = {}) {
  const args = [
    "--import",
    path.resolve("scripts/preload.mjs"),
    REMIX_SERVE,
    "test/fixtures/server-build.mjs",
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  const { readOutput } = recordOutput(child);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port, origin: `http://127.0.0.1:${port}`, readOutput };
}

/** A request as bytes, since fetch would correct it. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

export const getRaw = (port: number, target: string, host = "shop.example") =>
  sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
