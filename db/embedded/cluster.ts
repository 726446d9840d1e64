import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Binaries, moveUnlessThere, type ServiceAccount } from "./system";

/** One Postgres data folder with its programs and the user that runs them. */
export type Cluster = {
  home: string;
  folder: string;
  binaries: Binaries;
  account: ServiceAccount;
  throwAway: boolean;
};

const SUPERUSER = "perennial";
const passwordFile = (folder: string) => path.join(folder, "perennial.password");

/** Settings for two cores shared with the app. Commits are durable, except in a throw-away cluster. */
function toSettings(port: number, throwAway: boolean): Record<string, string | number> {
  return {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "256MB",
    effective_cache_size: "1GB",
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "4GB",
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // Statements and DETAIL lines hold e-mail addresses and keys; the log must not.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...(throwAway
      ? {
          fsync: "off",
          synchronous_commit: "off",
          full_page_writes: "off",
          autovacuum_naptime: "5s",
          // Several test processes share it, each with the programs that its tests start.
          max_connections: 200,
        }
      : {}),
  };
}

/** PG* variables of the user's shell would change the server's behaviour. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "C" };
  for (const name of Object.keys(environment)) if (name.startsWith("PG")) delete environment[name];
  return environment;
}

/**
 * Runs initdb if needed. Built in a temporary folder and moved into place together with its password: never half a
 * cluster.
 */
export function ensureCluster(
  { home, folder, binaries, account, throwAway }: Cluster,
  log: (line: string) => void,
): void {
  if (existsSync(folder)) return;
  log("Making the database folder …");
  if (account) chownSync(home, account.uid, account.gid);
  chmodSync(home, 0o700);
  const draft = mkdtempSync(path.join(home, "cluster."));
  const secret = `${draft}.password`;
  writeFileSync(secret, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  if (account) for (const made of [draft, secret]) chownSync(made, account.uid, account.gid);
  const flags = [
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const made = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      ...flags,
      ...(throwAway ? ["--no-sync"] : []),
    ],
    { ...account, cwd: home, env: quietEnvironment(), encoding: "utf8" },
  );
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    rmSync(secret);
    throw new Error(`The database folder could not be made: ${made.error?.message ?? made.stderr.trim()}`);
  }
  renameSync(secret, passwordFile(draft));
  moveUnlessThere(draft, folder);
}

/** Connection URL of a database of this cluster. */
export function toUrl({ folder }: Cluster, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${readFileSync(passwordFile(folder), "utf8")}@127.0.0.1:${port}/${database}`;
}

type Postmaster = { pid: number; port: number; isReady: boolean };

/** The server that runs on this folder, by its lock file; the lock file of a dead server is removed. */
export function findPostmaster({ folder }: Cluster): Postmaster | null {
  const file = path.join(folder, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (!pid) return null;
  if (isPostgres(pid)) return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === "ready" };
  // Postgres refuses to start on a stale lock file if a process of the same user has that number now.
  rmSync(file, { force: true });
  return null;
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but of another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (!existsSync("/proc/self/cmdline")) return true;
  const commandLine = `/proc/${pid}/cmdline`;
  // Empty: a zombie, dead but not yet waited for by its parent.
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").includes("postgres");
}

/**
 * Starts the server of the folder, or finds the running one, and waits until it accepts connections.
 *
 * @returns the running server and whether it was running before
 */
export async function ensurePostmaster(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<Postmaster & { adopted: boolean }> {
  const there = await waitUntilReady(cluster, log, () => findPostmaster(cluster) !== null);
  if (there) return { ...there, adopted: true };
  for (let attempt = 1; attempt <= 5; attempt++) {
    const child = spawnPostmaster(cluster, await findFreePort());
    const started = await waitUntilReady(
      cluster,
      log,
      () => child.exitCode === null && child.signalCode === null,
    );
    child.unref();
    if (started) return { ...started, adopted: started.pid !== child.pid };
    // Somebody may have taken the port, or be starting the same folder, between the check and the start.
    const winner = await waitUntilReady(cluster, log, () => findPostmaster(cluster) !== null);
    if (winner) return { ...winner, adopted: true };
    if (!readLogEnd(cluster).includes("Address already in use")) break;
  }
  throw new Error(`Postgres did not start. Its log ${logFile(cluster)} ends with:\n${readLogEnd(cluster)}`);
}

async function waitUntilReady(
  cluster: Cluster,
  log: (line: string) => void,
  isStarting: () => boolean,
): Promise<Postmaster | null> {
  for (let waited = 0; ; waited += 20) {
    const found = findPostmaster(cluster);
    if (found?.isReady) return found;
    if (!isStarting()) return null;
    if (waited > 0 && waited % 5_000 === 0)
      log("Postgres is still starting (it may be recovering from a crash) …");
    await delay(20);
  }
}

function spawnPostmaster(cluster: Cluster, port: number) {
  const file = logFile(cluster);
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.old`);
  // A file, not a pipe: the log outlives a parent that is killed. Detached: Ctrl-C in a terminal reaches the whole
  // process group, and the database must be the last to stop.
  const output = openSync(file, "a", 0o600);
  if (cluster.account) fchownSync(output, cluster.account.uid, cluster.account.gid);
  const settings = Object.entries(toSettings(port, cluster.throwAway)).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(cluster.binaries.postgres, ["-D", cluster.folder, ...settings], {
    ...cluster.account,
    cwd: cluster.home,
    env: quietEnvironment(),
    detached: true,
    stdio: ["ignore", output, output],
  });
  child.on("error", () => {});
  closeSync(output);
  return child;
}

/** Fast shutdown: open transactions are rolled back, the files are left clean. */
export function stopPostmaster({ folder, home, binaries, account }: Cluster): void {
  const options = { ...account, cwd: home, env: quietEnvironment() };
  const fast = spawnSync(binaries.pgCtl, ["stop", "-D", folder, "-m", "fast", "-t", "6", "-s"], options);
  if (fast.status !== 0)
    spawnSync(binaries.pgCtl, ["stop", "-D", folder, "-m", "immediate", "-t", "2", "-s"], options);
}

const logFile = ({ home }: Cluster) => path.join(home, "postgres.log");
const readLogEnd = (cluster: Cluster) =>
  readFileSync(logFile(cluster), "utf8").trimEnd().split("\n").slice(-6).join("\n");

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
