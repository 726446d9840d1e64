import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { watch } from "node:fs/promises";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toPostgresFolder } from "~db/data-folder";
import { openFreshDataFolder } from "../support/processes/start-process";

const COMMAND = ["scripts/run.mjs", "test/support/programs/command-process.ts"];

// One folder for the whole file: creating the database for each test would take most of the time.
let fresh: ReturnType<typeof openFreshDataFolder>;
beforeAll(() => {
  fresh = openFreshDataFolder();
});
afterEach(() => fresh.stopAll());
afterAll(() => fresh.remove());

test("a start answers on loopback only, a second one says where the first is, and SIGTERM ends all of it", async () => {
  const { origin, child, ended } = await fresh.start();
  expect(new URL(origin).hostname).toBe("127.0.0.1");
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (outside) {
    await expect(fetch(`http://${outside.address}:${new URL(origin).port}/healthz`)).rejects.toThrow(
      "fetch failed",
    );
  }

  const second = await fresh.run(["scripts/start.mjs"]).ended;
  expect(second.code).toBe(1);
  expect(second.output.trim().split("\n")).toEqual([
    expect.stringContaining("in case that start is just ending"),
    expect.stringContaining(`already running from this folder at ${origin}`),
  ]);

  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow("fetch failed");
});

test("npm that gets SIGTERM ends everything it started", async () => {
  const { origin, child, ended } = await fresh.start(fresh.run(["start"], {}, "npm"));
  child.kill("SIGTERM");
  // Ends only when the last process that writes to this output has ended.
  await ended;
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow("fetch failed");
});

test("after a start was killed the next one takes its database over", async () => {
  const killed = await fresh.start();
  killed.child.kill("SIGKILL");
  await killed.ended;
  const next = await fresh.start();
  expect(next.readOutput()).toContain("Took over the Postgres");
  expect((await fetch(`${next.origin}/readyz`)).status).toBe(200);
});

test("a PORT that is taken, or is no number, is refused with that reason", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(typeof address === "object" ? address?.port : "");
  const taken = await fresh.run(["scripts/start.mjs"], { PORT: port }).ended;
  other.close();
  expect([taken.code, taken.output]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)]);
  const odd = await fresh.run(["scripts/start.mjs"], { PORT: "http" }).ended;
  expect([odd.code, odd.output]).toEqual([1, expect.stringMatching(/PORT: .*number/)]);
});

test("a command gets the database of the running start, and without one a database of its own for its time", async () => {
  const { readOutput, child, ended, origin } = await fresh.start();
  const port = /Postgres runs on port (\d+)/.exec(readOutput())?.[1];
  expect(await fresh.run(COMMAND).ended).toEqual({ code: 0, output: `${port}\n` });
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  await ended;

  const alone = await fresh.run(COMMAND).ended;
  expect([alone.code, alone.output]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
  expect(statSync(fresh.folder).mode & 0o066).toBe(0);
});

test.each([
  ["start", ["scripts/start.mjs"], 0],
  ["command", COMMAND, 130],
])(
  "Ctrl-C while the database of a %s is still starting leaves no database running",
  async (_, script, code) => {
    // An earlier start creates the folder.
    await fresh.run(COMMAND).ended;
    const dataDir = toPostgresFolder(fresh.folder);
    const pointer = path.join(dataDir, "system-folder");
    const home = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : dataDir;
    const lockFile = path.join(home, "cluster", "postmaster.pid");
    const appearing = waitForPid(lockFile);
    const { child, ended } = fresh.run(script);
    const postmaster = await appearing;
    // Postgres cannot become ready while it is stopped.
    process.kill(postmaster, "SIGSTOP");
    child.kill("SIGINT");
    process.kill(postmaster, "SIGCONT");
    expect((await ended).code).toBe(code);
    expect(existsSync(lockFile)).toBe(false);
  },
);

/** As soon as Postgres has written its process id. */
async function waitForPid(lockFile: string): Promise<number> {
  for await (const _ of watch(path.dirname(lockFile))) {
    const pid = existsSync(lockFile) && Number.parseInt(readFileSync(lockFile, "utf8"), 10);
    if (pid) return pid;
  }
  throw new Error("nothing was written");
}
