import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { requireDataFolder } from "~db/data-folder";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";
import { migrate } from "~db/migrate";
import { listMigrations, MIGRATIONS_DIR } from "~db/migration-files";
import type { Planning } from "./billing-data";
import type { KindTimes } from "./bulk-kinds";
import type { ContentEdits } from "./content-edits";
import type { InsightWork } from "./insights-data";
import type { TaskCost } from "./shops-at-rest";
import type { ShopsFilled } from "./shops-data";
import type { SignInTimes } from "./sign-in-times";

/** `isOwn`: `url` is a given database, not a server on which to create some. */
export type BenchServer = { url: string; isOwn?: true; stop(): Promise<void> };

/** An existing database, such as a Citus coordinator's. */
export const toOwnServer = (url: string): BenchServer => ({ url, isOwn: true, stop: async () => {} });

/** An embedded Postgres of its own, as `npm start` starts it; its databases stay for the next run. */
export function startBenchServer(): Promise<BenchServer> {
  return startEmbeddedPostgres({
    dataDir: path.join(requireDataFolder(), "bench"),
    log: console.log,
  });
}

/**
 * A database with one shop of this many contracts, created unless an earlier run has left the same. @returns its URL
 */
export async function requireBenchDatabase(server: BenchServer, contracts: number): Promise<string> {
  if (server.isOwn) {
    await migrate(server.url);
    await fillOwn(server.url, contracts);
    return server.url;
  }
  const name = `bench_${contracts}_${await hashOfContents()}`;
  const draft = `${name}_draft`;
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    const [done] = await admin`select from pg_database where datname = ${name}`;
    if (!done) {
      await dropOutdated(admin, contracts);
      const started = Date.now();
      console.log(`Filling a shop with ${contracts.toLocaleString("en")} contracts …`);
      await admin`create database ${admin(draft)}`;
      await migrate(toUrl(server.url, draft));
      await ask(toUrl(server.url, draft), "fill", [String(contracts)]);
      await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
      // Otherwise it would be written out while something is measured.
      await admin`checkpoint`;
      console.log(`  done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    }
    return toUrl(server.url, name);
  } finally {
    await admin.end();
  }
}

async function fillOwn(url: string, contracts: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [shop] = await sql`select from shops limit 1`;
    if (!shop) await ask(url, "fill", [String(contracts)]);
  } finally {
    await sql.end();
  }
}

/** Drops databases of earlier states of the project; a million contracts take 2.5 GB. */
async function dropOutdated(admin: postgres.Sql, contracts: number): Promise<void> {
  const rows = await admin<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${`bench_${contracts}_`})`;
  for (const { datname } of rows) await admin`drop database ${admin(datname)} with (force)`;
}

export type Access = { shopId: number; apiKey: string; otherApiKey: string; cookie: string };

/** Two new keys and a session of the owner of the database's shop. */
export const requireAccess = async (url: string): Promise<Access> => JSON.parse(await ask(url, "access", []));

/** The wire's ids of active contracts of the shop. */
export const requireContracts = async (url: string, count: number): Promise<number[]> =>
  JSON.parse(await ask(url, "contracts", [String(count)]));

/** Handles of a thousand bundles of the shop, created at the first request. */
export const requireBundles = async (url: string): Promise<string[]> =>
  JSON.parse(await ask(url, "bundles", []));

export type EditCost = { asItIs: number[]; countersTwice: number[]; factsTwice: number[] };

/** Time of edits of the shop, in milliseconds each: as they are, and with the counters or the facts written twice. */
export const measureEdits = async (url: string, edits: number): Promise<EditCost> =>
  JSON.parse(await ask(url, "edits", [String(edits)]));

/** Time of swaps and additions, compared with changes of the interval; on a copy, which cannot be reused. */
export const measureContentEdits = async (url: string, edits: number): Promise<ContentEdits> =>
  JSON.parse(await ask(url, "content-edits", [String(edits)]));

/** Time of each kind of bulk change that changes contracts' contents; also on a copy. */
export const measureBulkKinds = async (url: string): Promise<KindTimes[]> =>
  JSON.parse(await ask(url, "bulk-kinds", []));

/** Time of the portal's sign-in form, for known and unknown addresses. */
export const measureSignInTimes = async (url: string, tries: number): Promise<SignInTimes> =>
  JSON.parse(await ask(url, "sign-in", [String(tries)]));

/** Makes this many orders of the shop due. @returns the time that planning its orders took */
export const makeOrdersDue = async (url: string, orders: number): Promise<Planning> =>
  JSON.parse(await ask(url, "make-due", [String(orders)]));

/** Prepares facts and planned orders of the shop. @returns the time that counting and summing them took */
export const prepareInsights = async (url: string): Promise<InsightWork> =>
  JSON.parse(await ask(url, "insights", []));

/** Fills an empty database with many shops of ten contracts each. @param contracts of all shops together */
export const fillShops = async (url: string, contracts: number): Promise<ShopsFilled> =>
  JSON.parse(await ask(url, "fill-shops", [String(contracts)]));

/** Cost of a run of each periodic task of the worker. */
export const measureTasks = async (url: string): Promise<TaskCost[]> =>
  JSON.parse(await ask(url, "tasks", [], { DATABASE_POOL_MAX: "1", LOG_LEVEL: "error" }));

type Disposable = { url: string; drop(): Promise<void> };

/** A copy of a database, for cases that change it; `drop` removes it. */
export function cloneDatabase(server: BenchServer, url: string): Promise<Disposable> {
  const template = new URL(url).pathname.slice(1);
  return makeDatabase(server, `${template}_copy`, template);
}

/** A migrated database without a shop; `drop` removes it. */
export async function createDatabase(server: BenchServer, name: string): Promise<Disposable> {
  const made = await makeDatabase(server, name, "template1");
  await migrate(made.url);
  return made;
}

async function makeDatabase(server: BenchServer, name: string, template: string): Promise<Disposable> {
  const run = async (...statements: ((admin: postgres.Sql) => Promise<unknown>)[]) => {
    const admin = postgres(server.url, { max: 1, onnotice: () => {} });
    try {
      for (const statement of statements) await statement(admin);
    } finally {
      await admin.end();
    }
  };
  const drop = (admin: postgres.Sql) => admin`drop database if exists ${admin(name)} with (force)`;
  await run(
    drop,
    (admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`,
  );
  return { url: toUrl(server.url, name), drop: () => run(drop) };
}

/** The app's modules use one database per process, so each query about a database runs in a process of its own. */
function ask(
  url: string,
  question: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = fork("scripts/run.mjs", ["bench/shop/shop-process.ts", question, ...args], {
    env: { ...process.env, DATABASE_URL: url, ...environment },
  });
  return new Promise((resolve, reject) => {
    let answer: string | undefined;
    child.once("message", (message) => {
      answer = String(message);
    });
    child.once("exit", (code) =>
      code === 0 && answer !== undefined
        ? resolve(answer)
        : reject(new Error(`"${question}" ended with exit code ${code}.`)),
    );
  });
}

/** Changes with everything that determines the contents of the databases. */
async function hashOfContents(): Promise<string> {
  const files = [
    path.resolve("bench/shop/dataset.ts"),
    path.resolve("bench/shop/bundle-data.ts"),
    ...(await listMigrations()).map((name) => path.join(MIGRATIONS_DIR, name)),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 8);
}

function toUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
