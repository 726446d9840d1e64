import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";

/** A Postgres of a test's own, which can be suspended or killed without harm to other tests. */
export async function openOwnPostgres() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "perennial-test-"));
  const { url, home, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  const file = path.join(home, "cluster", "postmaster.pid");
  const postmaster = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
  const listBackends = () =>
    execFileSync("pgrep", ["-P", String(postmaster)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name);
  };
  return {
    url,
    /** It still accepts connections (the kernel does), but no longer answers. */
    hang() {
      signal([postmaster], "SIGSTOP");
      signal(listBackends(), "SIGSTOP");
    },
    wake: () => signal([...listBackends(), postmaster], "SIGCONT"),
    /** One of its processes dies: it closes all connections and recovers. */
    crash: (pid: number) => signal([pid], "SIGKILL"),
    stop,
  };
}

/** A shop in a database that this process is not connected to, created by the command. */
export async function makeShopByCommand(databaseUrl: string, storeDomain: string) {
  const args = ["scripts/run.mjs", "scripts/commands/shop-create.ts", "--json", "--domain", storeDomain];
  args.push(
    "--name",
    "Hanging Gardens",
    "--email",
    "owner@example.com",
    "--password",
    "correct horse battery",
  );
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as { apiKey: string };
}
