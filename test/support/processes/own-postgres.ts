import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";

/** A Postgres of a test's own, which can be suspended or killed without harm to other tests. */
export async function openOwnPostgres() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "perennial-test-"));
  const { url, home, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  const cluster = path.join(home, "cluster");
  const readPostmaster = () =>
    Number(readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  const listBackends = () =>
    execFileSync("pgrep", ["-P", String(readPostmaster())], { encoding: "utf8" })
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
      signal([readPostmaster()], "SIGSTOP");
      signal(listBackends(), "SIGSTOP");
    },
    wake: () => signal([...listBackends(), readPostmaster()], "SIGCONT"),
    /** One of its processes dies: it closes all connections and recovers. */
    crash: (pid: number) => signal([pid], "SIGKILL"),
    /** As an administrator does it: all sessions are ended, and it starts again on the same port. Resolves when it answers. */
    async restart() {
      // With the options of the last start, which begin with the program.
      const [program = ""] = readFileSync(path.join(cluster, "postmaster.opts"), "utf8").split(" ", 1);
      const options = ["-D", cluster, "-m", "fast", "-w", "-s", "-l", path.join(home, "postgres.log")];
      const { uid, gid } = statSync(cluster);
      const pgCtl = path.join(path.dirname(program), "pg_ctl");
      await promisify(execFile)(pgCtl, ["restart", ...options], { uid, gid, cwd: home });
    },
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
