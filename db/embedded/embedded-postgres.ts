import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import {
  type Cluster,
  ensureCluster,
  ensurePostmaster,
  findPostmaster,
  stopPostmaster,
  toUrl,
} from "./cluster";
import { chooseHome, requireBinaries, requireServiceAccount } from "./system";

/**
 * `home`: the folder of data and log. `adopted`: the server was already running, left by a killed parent or kept by a
 * command.
 */
export type EmbeddedPostgres = {
  url: string;
  port: number;
  home: string;
  adopted: boolean;
  stop(): Promise<void>;
};

type Options = {
  /** Absolute; created with mode 0700 when missing. */
  dataDir: string;
  /** Gets one line for the user at a time. */
  log: (line: string) => void;
  /** For a command beside a running server: uses the running one, starts one only if there is none. */
  shared?: boolean;
  /** For tests: nothing is durable, and `stop` removes the folder. */
  throwAway?: boolean;
  /** How long to wait for an owner who may be gone already; see PATIENCE_MS. */
  patienceMs?: number;
  /** Called when the server stops without `stop`. */
  onLost?: () => void;
};

/** Another process serves from this folder. */
export class EmbeddedPostgresInUse extends Error {
  constructor(readonly url: string) {
    super(`The database in this folder is in use by another start, at ${url.replace(/\/\/.*@/, "//")}.`);
  }
}

/**
 * Session locks in the database `postgres` record who uses the server: they vanish with the process that holds them,
 * and need no process numbers. OWNER: the folder's `npm start`. USERS: shared by all; a process that gets it
 * exclusively is the last user.
 */
const OWNER_LOCK = 7_205_101;
/**
 * Postgres releases the locks of a dead process when it notices the closed connection, which may take a moment on a
 * busy machine; so may an owner that is just stopping.
 */
const PATIENCE_MS = 5_000;
const USERS_LOCK = 7_205_102;

/**
 * Real Postgres without a server to set up: created at first use, on a free port of 127.0.0.1.
 *
 * @throws EmbeddedPostgresInUse when another process serves from `dataDir`
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(options);
  ensureCluster(cluster, options.log);
  for (let attempt = 1; ; attempt++) {
    const { port, pid, adopted } = await ensurePostmaster(cluster, options.log);
    try {
      return await enter(cluster, { port, pid, adopted }, options);
    } catch (error) {
      // The last user of the server may be stopping it at this moment: then it is started again.
      const there = findPostmaster(cluster);
      const isThere = there?.pid === pid && there.isReady;
      if (error instanceof EmbeddedPostgresInUse || attempt === 5 || isThere) throw error;
    }
  }
}

function prepareCluster({ dataDir, log, throwAway = false }: Options): Cluster {
  const account = requireServiceAccount(path.join(dataDir, "cluster"), log);
  const home = chooseHome(dataDir, account, log);
  return {
    home,
    folder: path.join(home, "cluster"),
    binaries: requireBinaries(account, log),
    account,
    throwAway,
  };
}

async function enter(
  cluster: Cluster,
  { port, pid, adopted }: { port: number; pid: number; adopted: boolean },
  { dataDir, log, shared = false, patienceMs = PATIENCE_MS, onLost }: Options,
): Promise<EmbeddedPostgres> {
  const url = toUrl(cluster, port, "perennial");
  let stopping = false;
  const keeper = postgres(toUrl(cluster, port, "postgres"), {
    max: 1,
    // The locks live as long as this one connection.
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: "perennial keeper" },
    onnotice: () => {},
    onclose: () => {
      if (!stopping) void takeLocksAgain();
    },
  });
  async function takeLocks(): Promise<void> {
    // OWNER first: a start that is refused must not count as a user when another one decides whether to stop.
    if (!shared) await takeOwnerLock();
    await keeper`select pg_advisory_lock_shared(${USERS_LOCK})`;
  }
  async function takeOwnerLock(): Promise<void> {
    const [row] = await keeper`select pg_try_advisory_lock(${OWNER_LOCK}) as taken`;
    if (row?.taken) return;
    log("The database in this folder is in use. Waiting a moment, in case that start is just ending …");
    await keeper`select set_config('lock_timeout', ${String(patienceMs)}, false)`;
    await keeper`select pg_advisory_lock(${OWNER_LOCK})`.catch((error: unknown) => {
      throw hasCode(error, LOCK_NOT_AVAILABLE) ? new EmbeddedPostgresInUse(url) : error;
    });
  }
  /** When one of its processes crashes, Postgres ends every session and continues after a short recovery. */
  async function takeLocksAgain(): Promise<void> {
    while (!stopping) {
      if (findPostmaster(cluster)?.pid !== pid) return onLost?.();
      const taken = await takeLocks().then(
        () => true,
        () => false,
      );
      if (taken) return;
      await delay(200);
    }
  }
  try {
    await takeLocks();
    const [row] = await keeper`select from pg_database where datname = 'perennial'`;
    if (!row) await keeper`create database perennial`.catch(ignoreDuplicate);
  } catch (error) {
    stopping = true;
    await keeper.end({ timeout: 1 });
    throw error;
  }

  // For process.exit() and uncaught errors of the owner; a killed owner leaves the server to the next start.
  const stopAtExit = () => {
    signal(pid, cluster.throwAway ? "SIGQUIT" : "SIGINT");
    if (cluster.throwAway) remove(cluster, dataDir);
  };
  if (!shared) process.on("exit", stopAtExit);

  let stopped: Promise<void> | undefined;
  // Whoever calls it second waits, too: it may be about to end the process.
  const stop = () => {
    stopped ??= stopNow();
    return stopped;
  };
  async function stopNow(): Promise<void> {
    stopping = true;
    await keeper`select pg_advisory_unlock_shared(${USERS_LOCK})`.catch(() => {});
    const [row] = await keeper`select pg_try_advisory_lock(${USERS_LOCK}) as alone`.catch(() => [
      { alone: true },
    ]);
    if (row?.alone || cluster.throwAway) stopPostmaster(cluster);
    await keeper.end({ timeout: 1 });
    process.off("exit", stopAtExit);
    if (cluster.throwAway) remove(cluster, dataDir);
  }
  return { url, port, home: cluster.home, adopted, stop };
}

const DUPLICATE_DATABASE = "42P04";
const LOCK_NOT_AVAILABLE = "55P03";
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

function ignoreDuplicate(error: unknown): void {
  if (!hasCode(error, DUPLICATE_DATABASE)) throw error;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone: nothing to stop.
  }
}

function remove(cluster: Cluster, dataDir: string): void {
  for (const folder of [cluster.home, dataDir])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
