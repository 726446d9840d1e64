import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, expect, test } from "vitest";
import { EmbeddedPostgresInUse, startEmbeddedPostgres } from "~db/embedded/embedded-postgres";
import { eventually } from "../support/processes/eventually";

// One folder for the whole file: creating the database for each test would take most of the time.
const dataDir = mkdtempSync(path.join(tmpdir(), "perennial-embedded-"));
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(options: { dataDir?: string; shared?: boolean; patienceMs?: number } = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...options });
  stops.push(server.stop);
  return server;
}

async function ask(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql.unsafe(statement).finally(() => sql.end());
  return row && Object.values(row)[0];
}

/** Another process that starts the server of `dataDir` and then waits to be killed. */
async function startElsewhere() {
  const script = ["scripts/run.mjs", "test/support/programs/postgres-process.ts", dataDir];
  const child = spawn(process.execPath, script, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}

test("a first start makes a UTF-8 database on loopback that only its owner may read", async () => {
  const server = await start();
  expect(server.adopted).toBe(false);
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
  expect(await ask(server.url, "show server_encoding")).toBe("UTF8");
  expect(
    await ask(
      server.url,
      "select upper('é') || (select count(*) > 0 from pg_collation where collprovider = 'i')",
    ),
  ).toBe("Étrue");
  expect(await ask(server.url, "show synchronous_commit")).toBe("on");
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, "cluster", "perennial.password")).mode & 0o777).toBe(0o600);
});

test("in a folder that no other user may enter it starts all the same, and finds its data again", async () => {
  const closed = mkdtempSync(path.join(tmpdir(), "perennial-closed-"));
  const inside = path.join(closed, "postgres");
  const first = await start({ dataDir: inside });
  await ask(first.url, "create table kept as select 42 as answer");
  await first.stop();
  const second = await start({ dataDir: inside });
  expect(await ask(second.url, "select answer from kept")).toBe(42);
  await second.stop();
  // Only root needs, and has, a folder outside.
  const pointer = path.join(inside, "system-folder");
  if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true });
  rmSync(closed, { recursive: true });
});

test("a stopped server is gone, and the next start finds the data", async () => {
  const first = await start();
  await ask(first.url, "create table kept as select 42 as answer");
  await first.stop();
  await expect(ask(first.url, "select 1")).rejects.toThrow(/ECONNREFUSED/);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, "select answer from kept")).toBe(42);
});

test("a second start on a folder in use is refused and names where the first one is", async () => {
  const first = await start();
  const refused = start({ patienceMs: 10 });
  await expect(refused).rejects.toThrow(EmbeddedPostgresInUse);
  await expect(refused).rejects.toThrow(`127.0.0.1:${first.port}`);
  expect(await ask(first.url, "select 1")).toBe(1);
});

test("a command beside a running server uses it and leaves it running", async () => {
  const server = await start();
  const command = await start({ shared: true });
  expect(command).toMatchObject({ adopted: true, url: server.url });
  await command.stop();
  expect(await ask(server.url, "select 1")).toBe(1);
});

test("of two commands that share a server the last one to end stops it", async () => {
  const first = await start({ shared: true });
  const second = await start({ shared: true });
  await first.stop();
  expect(await ask(second.url, "select 1")).toBe(1);
  await second.stop();
  await expect(ask(second.url, "select 1")).rejects.toThrow(/ECONNREFUSED/);
});

test("a server whose parent was killed is adopted, and stops with its new owner", async () => {
  const elsewhere = await startElsewhere();
  await expect(start({ patienceMs: 10 })).rejects.toThrow(EmbeddedPostgresInUse);
  elsewhere.child.kill("SIGKILL");
  await once(elsewhere.child, "exit");
  const server = await start();
  expect(server).toMatchObject({ adopted: true, url: elsewhere.url });
  await server.stop();
  await expect(ask(server.url, "select 1")).rejects.toThrow(/ECONNREFUSED/);
});

test("a killed parent is no longer the owner, even before Postgres has noticed", async () => {
  const elsewhere = await startElsewhere();
  const database = elsewhere.url.replace(/perennial$/, "postgres");
  // A Postgres process that gets no CPU time, as on a busy machine: it still holds the dead parent's locks.
  const backend = Number(
    await ask(
      database,
      "select pid from pg_locks where locktype = 'advisory' and objid = 7205101 and granted",
    ),
  );
  process.kill(backend, "SIGSTOP");
  elsewhere.child.kill("SIGKILL");
  await once(elsewhere.child, "exit");
  const starting = start();
  try {
    await Promise.race([
      starting,
      eventually(async () =>
        expect(
          await ask(database, "select count(*) from pg_locks where objid = 7205101 and not granted"),
        ).toBe("1"),
      ),
    ]);
  } finally {
    process.kill(backend, "SIGCONT");
  }
  const server = await starting;
  expect(server).toMatchObject({ adopted: true, url: elsewhere.url });
  await server.stop();
  await expect(ask(server.url, "select 1")).rejects.toThrow(/ECONNREFUSED/);
});

test("the log holds neither the values of failing statements nor the password", async () => {
  const server = await start();
  await ask(server.url, "create table people (email text primary key)");
  const insert = "insert into people values ('somebody@example.com')";
  await ask(server.url, insert);
  await expect(ask(server.url, insert)).rejects.toThrow(/duplicate key/);
  const log = readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("somebody@example.com");
  expect(log).not.toContain(new URL(server.url).password);
});
