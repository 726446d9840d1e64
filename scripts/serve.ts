import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { type Environment, parseEnvironment } from "~/lib/environment/environment";
import { describeError } from "~/lib/faults/safe-error.mjs";
import { requireDataFolder, requireSecret, toPostgresFolder } from "~db/data-folder";
import {
  type EmbeddedPostgres,
  EmbeddedPostgresInUse,
  startEmbeddedPostgres,
} from "~db/embedded/embedded-postgres";
import { migrate } from "~db/migrate";
import { seedDemoShop } from "./demo/demo";
import { type ServerProcess, startWebProcess } from "./processes/web-process";
import { startWorkerProcess, type WorkerProcess } from "./processes/worker-process";

const DEFAULT_PORT = 3000;
const say = (line: string) => console.log(line);

/** A user's mistake, not a bug: reported in one sentence, without a stack. */
class StartRefused extends Error {}

type Running = {
  database?: Promise<EmbeddedPostgres>;
  web?: ServerProcess;
  worker?: WorkerProcess;
  note?: string;
};

/** `npm start` after installing and building: database, migrations, demo shop, web process; until a signal ends it. */
export async function serve({ isDevelopment }: { isDevelopment: boolean }): Promise<void> {
  const running: Running = {};
  let ending: Promise<void> | undefined;

  function end(code: number): Promise<void> {
    ending ??= (async () => {
      await Promise.all([running.web?.stop(), running.worker?.stop()]);
      // One that is still starting would run on: it is stopped once it has started.
      await (await running.database?.catch(() => null))?.stop();
      if (running.note) rmSync(running.note, { force: true });
      process.exit(code);
    })();
    return ending;
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));

  try {
    const environment = requireEnvironment();
    const host = environment.DATABASE_URL ? (environment.HOST ?? "") : "127.0.0.1";
    const databaseUrl =
      environment.DATABASE_URL ?? (await startDatabase(running, () => void fail("Postgres has stopped.")));
    if (ending) return;
    // After the database: a second start on the same folder is refused because of that, not because the port is taken.
    const port = await choosePort(environment.PORT, host);
    const { applied } = await migrate(databaseUrl, say);
    if (applied.length > 0) say(`The database is at its newest schema (${applied.length} migrations).`);
    if (ending) return;
    running.worker = startWorkerProcess({ DATABASE_URL: databaseUrl, HOST: host });
    const demo = environment.DATABASE_URL ? Promise.resolve("") : openDemoShop(databaseUrl, port);
    // Awaited below, where an earlier failure is reported, too.
    demo.catch(() => {});
    running.web = await startWebProcess({
      environment: { DATABASE_URL: databaseUrl, HOST: host, PORT: String(port) },
      processes: environment.WEB_CONCURRENCY,
      isDevelopment,
    });
    running.web.child.once("exit", () => void fail("The web process has ended."));
    if (!environment.DATABASE_URL) running.note = noteWhere(running.web.origin);
    say(`\nPerennial is ready: ${running.web.origin}\n${await demo}Stop it with Ctrl-C.\n`);
  } catch (error) {
    await fail(error instanceof StartRefused ? error.message : error);
  }

  async function fail(reason: unknown): Promise<void> {
    if (ending) return;
    console.error(typeof reason === "string" ? reason : describeError(reason));
    await end(1);
  }
}

/** The demo shop of the embedded database, created at the first start. @returns how to sign in, for the screen */
async function openDemoShop(databaseUrl: string, port: number): Promise<string> {
  const password = requireSecret(requireDataFolder(), "demo-password", 12);
  const { email, shopDomain, apiKey } = await seedDemoShop(databaseUrl, {
    password,
    now: new Date(),
    publicDomain: `127.0.0.1:${port}`,
  });
  const { client } = await import("~db/client.server");
  await client.end();
  return [
    `Demo shop ${shopDomain}: sign in as ${email} with the password ${password}`,
    ...(apiKey ? [`API key of the demo shop, shown this once: ${apiKey}`] : []),
    "",
  ].join("\n");
}

/** Read before anything else, so that all errors in it are reported at once. */
function requireEnvironment(): Environment {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}

async function startDatabase(running: Running, onLost: () => void): Promise<string> {
  const dataFolder = requireDataFolder();
  running.database = startEmbeddedPostgres({ dataDir: toPostgresFolder(dataFolder), log: say, onLost });
  const { adopted, port, home, url } = await running.database.catch((error: unknown) => {
    throw error instanceof EmbeddedPostgresInUse ? new StartRefused(toInUseMessage(dataFolder)) : error;
  });
  say(
    adopted
      ? `Took over the Postgres of an earlier start on port ${port}.`
      : `Postgres runs on port ${port}, data in ${home}.`,
  );
  return url;
}

/**
 * File with the address of the running start on this data folder. A stale one is never read: the folder is then not in
 * use.
 */
const noteFile = (dataFolder: string) => path.join(dataFolder, "running");

function noteWhere(origin: string): string {
  const file = noteFile(requireDataFolder());
  // A file left by a killed start of another user could not be overwritten.
  rmSync(file, { force: true });
  writeFileSync(file, origin, { mode: 0o600 });
  return file;
}

function toInUseMessage(dataFolder: string): string {
  const file = noteFile(dataFolder);
  const where = existsSync(file) ? ` at ${readFileSync(file, "utf8")}` : "";
  return `Perennial is already running from this folder${where}. Stop it first, or set DATA_DIR to start a second one.`;
}

/** PORT, which must then be free, else the first free port from 3000 on. */
async function choosePort(wanted: number | undefined, host: string): Promise<number> {
  if (wanted !== undefined) {
    if (await isFree(wanted, host)) return wanted;
    throw new StartRefused(
      `Port ${wanted} is taken by another program. Stop it, or choose another port with PORT=…`,
    );
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port++) {
    if (!(await isFree(port, host))) continue;
    if (port !== DEFAULT_PORT) say(`Port ${DEFAULT_PORT} is taken by another program: using ${port}.`);
    return port;
  }
  throw new StartRefused(`No port from ${DEFAULT_PORT} on is free. Choose one with PORT=…`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, host || undefined, () => server.close(() => resolve(true)));
  });
}
