import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** A child that ends with this process: by `stop`, and by the closed channel if this process is killed. */
export type ServerProcess = { origin: string; child: ChildProcess; stop(): Promise<void> };

/** Arguments for Node that serve the build, with this many processes. */
export const toServeArguments = (processes = 1): string[] =>
  processes > 1
    ? ["scripts/serving/web-processes.mjs", String(processes)]
    : ["--import", "./scripts/preload.mjs", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];
// In development the framework's compiler runs the app server, and does not notice when its parent is killed.
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())';
const DEVELOP = ["--import", END_WITH_PARENT, "node_modules/@remix-run/dev/dist/cli.js", "dev", "--manual"];

/**
 * Starts the app behind the preload and waits until it answers.
 *
 * @param options.environment variables that differ from our own; PORT 0 = any free port
 * @throws when it ends before it answers
 */
export async function startWebProcess(options: {
  environment: Record<string, string>;
  isDevelopment?: boolean;
  /** How many web processes share the port; one in development. */
  processes?: number;
  /** Where its log goes: a file descriptor, or nowhere, as for measurements. */
  log?: number | "ignore";
}): Promise<ServerProcess> {
  const { environment, isDevelopment = false, log = "inherit" as const, processes } = options;
  const args = isDevelopment
    ? [...DEVELOP, "-c", `node ${toServeArguments().join(" ")}`]
    : toServeArguments(processes);
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    // Ctrl-C reaches only this process, which ends its children in order.
    detached: true,
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  const origin = toOrigin(environment.HOST, isDevelopment ? environment.PORT : await readPort(child));
  while (!(await isHealthy(origin))) {
    assertRunning(child);
    await delay(50);
  }
  return { origin, child, stop: () => stopChild(child, 8_000) };
}

/**
 * Where a process that listens on HOST is reached from this machine.
 * @throws TypeError if HOST makes no address: asking it whether it is ready would never end
 */
export function toOrigin(listensOn: string | undefined, port: number | string | undefined): string {
  const onAll: Record<string, string> = { "": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1" };
  const host = onAll[listensOn ?? ""] ?? listensOn ?? "";
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
}

/** The preload reports it as soon as the app listens. */
function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", () => reject(toEndedError(child)));
  });
}

function assertRunning(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) throw toEndedError(child);
}

function toEndedError(child: ChildProcess): Error {
  return new Error(
    `The web process ended before it answered (${child.signalCode ?? `exit code ${child.exitCode}`}).`,
  );
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** SIGTERM, and after `patienceMs` SIGKILL. */
export async function stopChild(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await ended;
  clearTimeout(kill);
}
