import postgres from "postgres";
import {
  cloneDatabase,
  requireAccess,
  requireBenchDatabase,
  requireContracts,
  startBenchServer,
} from "../shop/databases";
import { median } from "./statistics";

/**
 * What row-level security would cost (docs/decisions/101): the app's own statements of the list and the raw contract, ten at
 * a time, with and without policies on shops' tables, alternating. `node scripts/run.mjs
 * bench/measure/row-level-security.ts`; takes some two minutes, including filling the databases.
 */
const CONTRACTS = 10_000;
const AT_ONCE = 10;
const ROUNDS = 5;
const ROUND_MS = 1_200;
const ROLE = "bench_row_security";

type Pool = postgres.Sql<{ bigint: number }>;
type Read = (sql: Pool) => Promise<unknown>;
type Variant = { name: string; ask(read: Read): Promise<unknown>; end(): Promise<void> };

/** Connects as a role of its own, in both kinds of database: a superuser bypasses every policy. */
async function connect(url: string, settings: Record<string, string> = {}): Promise<Pool> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(
    `do $$ begin create role ${ROLE} login password '${ROLE}'; exception when duplicate_object then end $$`,
  );
  await admin.unsafe(`grant select on all tables in schema public to ${ROLE}`);
  await admin.end();
  const own = new URL(url);
  own.username = ROLE;
  own.password = ROLE;
  const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };
  return postgres(own.href, { max: AT_ONCE, onnotice: () => {}, types, connection: settings });
}

/** Adds the policy to every table of shops: a row is visible only while the setting names its shop. @returns how many tables */
async function addPolicies(url: string): Promise<number> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const tables = await admin<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped`;
  for (const { name } of tables) {
    await admin`alter table ${admin(name)} enable row level security`;
    await admin`create policy of_shop on ${admin(name)}
      using (shop_id = nullif(current_setting('app.shop_id', true), '')::bigint)`;
  }
  await admin.end();
  return tables.length;
}

async function listVariants(url: string, guarded: string, shopId: number): Promise<Variant[]> {
  const id = String(shopId);
  const plain = await connect(url);
  const fixed = await connect(guarded, { "app.shop_id": id });
  const perTransaction = await connect(guarded);
  const perStatement = await connect(guarded);
  return [
    { name: "as it is", ask: (read) => read(plain), end: () => plain.end() },
    { name: "policies, set once a connection", ask: (read) => read(fixed), end: () => fixed.end() },
    {
      name: "policies, set in a transaction",
      ask: (read) =>
        perTransaction.begin(async (tx) => {
          const setting = tx`select set_config('app.shop_id', ${id}, true)`.execute();
          const [page] = await Promise.all([read(tx as unknown as Pool), setting]);
          return page;
        }),
      end: () => perTransaction.end(),
    },
    {
      name: "policies, set before each statement, no round trip more",
      async ask(read) {
        const one = await perStatement.reserve();
        try {
          const setting = one`select set_config('app.shop_id', ${id}, false)`.execute();
          const [page] = await Promise.all([read(one as unknown as Pool), setting]);
          return page;
        } finally {
          one.release();
        }
      },
      end: () => perStatement.end(),
    },
  ];
}

/** @returns reads per second */
async function measure({ ask }: Variant, read: Read): Promise<number> {
  const started = performance.now();
  let done = 0;
  const work = async () => {
    for (; performance.now() - started < ROUND_MS; done++) await ask(read);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (done * 1000) / (performance.now() - started);
}

const server = await startBenchServer();
try {
  const url = await requireBenchDatabase(server, CONTRACTS);
  // The app's modules read this when they are loaded.
  process.env.DATABASE_URL = url;
  const { readPageText } = await import("./bare-list");
  const { readRaw } = await import("./bare-contract");
  const { shopId } = await requireAccess(url);
  const [contract = 0] = await requireContracts(url, 1);
  const copy = await cloneDatabase(server, url);
  const tables = await addPolicies(copy.url);
  console.log(`${tables} tables have a policy`);
  const variants = await listVariants(url, copy.url, shopId);
  const reads: [string, Read][] = [
    [
      "list, page of 50",
      (sql) => readPageText(sql, { id: shopId, storeDomain: "bench.mystore.example" }, 50),
    ],
    ["raw contract", (sql) => readRaw(sql, shopId, contract)],
  ];
  for (const [name, read] of reads) {
    const rates = new Map(variants.map((variant) => [variant.name, [] as number[]]));
    const [first] = variants;
    const answer = JSON.stringify(await first?.ask(read));
    for (const variant of variants) {
      if (JSON.stringify(await variant.ask(read)) !== answer) throw new Error(`${variant.name}: other rows`);
      await measure(variant, read);
    }
    for (let round = 0; round < ROUNDS; round++)
      for (const variant of variants) rates.get(variant.name)?.push(await measure(variant, read));
    const base = median(rates.get("as it is") ?? []);
    for (const [variant, sample] of rates)
      console.log(
        `${name}, ${variant}: ${median(sample).toFixed(0)}/s, ${(median(sample) / base).toFixed(2)} (${sample.map((rate) => rate.toFixed(0)).join(" ")})`,
      );
  }
  for (const { end } of variants) await end();
  await copy.drop();
} finally {
  await server.stop();
}
process.exit();
