/** Prepares `npm start` and `npm test`: packages as locked, patches, a build of the present sources. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildUnlessCurrent, hashFiles, readDirectory } from "./build-once.mjs";
import { compressBuild } from "./compress-build.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
process.chdir(ROOT);

const SOURCES = [
  "app",
  "db",
  "public",
  "patches",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "tsconfig.texts.json",
];
const BUILD_STAMP = "build/.sources";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PATCH_STAMP = "node_modules/.perennial-patches";

/**
 * Runs `npm ci` unless node_modules holds every package in the locked version; applies patches even if npm runs no
 * scripts.
 *
 * @param isForDevelopment also installs what only tests and checks need; once installed, that stays
 */
export async function ensureInstalled({ isForDevelopment }) {
  const withDevelopment = isForDevelopment || existsSync("node_modules/vitest");
  const wanted = listLocked(withDevelopment);
  if (!isInstalled(wanted))
    await install(wanted, withDevelopment, "first start, or the lock file has changed");
  const patches = hashFiles(["patches"]);
  if (readText(PATCH_STAMP) === patches) return;
  try {
    await applyPatches();
  } catch {
    // The installed files may have an earlier version of the patches.
    await install(wanted, withDevelopment, "a patch has changed");
    await applyPatches();
  }
  writeFileSync(PATCH_STAMP, patches);
}

/** Packages of the lock file, by their folder. */
export function listLocked(withDevelopment) {
  const packages = Object.entries(readJson("package-lock.json").packages);
  return packages.filter(
    ([name, { dev, devOptional }]) => name !== "" && (withDevelopment || !(dev || devOptional)),
  );
}

async function install(wanted, withDevelopment, why) {
  await step(`Installing ${wanted.length} packages (${why})`, async () => {
    const ticker = setInterval(() => {
      const progress = describeProgress("node_modules");
      if (progress) console.log(progress);
    }, 5_000);
    try {
      await runNpm(["ci", withDevelopment ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund"]);
    } finally {
      clearInterval(ticker);
    }
  });
}

const applyPatches = () =>
  run(process.execPath, ["node_modules/patch-package/index.js", "--error-on-fail"], { quiet: true });

/** npm writes node_modules/.package-lock.json last, so everything listed there is installed. */
function isInstalled(wanted) {
  const installed = readJson("node_modules/.package-lock.json")?.packages;
  if (!installed) return false;
  return wanted.every(([name, { version, optional, devOptional }]) =>
    // Packages for other platforms are never installed.
    installed[name] ? installed[name].version === version : optional || devOptional,
  );
}

/**
 * How many of its packages a folder of packages holds: npm creates all folders first and fills them as the packages
 * arrive.
 *
 * @returns null while there is none
 */
export function describeProgress(folder) {
  const packages = (readDirectory(folder) ?? []).flatMap((name) => {
    if (!name.startsWith("@")) return name.startsWith(".") ? [] : [name];
    return (readDirectory(`${folder}/${name}`) ?? []).map((inner) => `${name}/${inner}`);
  });
  const filled = packages.filter((name) => existsSync(`${folder}/${name}/package.json`));
  return packages.length > 0 ? `  … ${filled.length} of ${packages.length}` : null;
}

/**
 * Runs `npm run build` unless build/ was made from exactly these sources (and by us: `remix dev` builds there, too).
 * The build fails if a text is missing in one of the languages; the pages' compiler itself checks no types.
 */
export async function ensureBuilt() {
  await buildUnlessCurrent({
    sources: SOURCES,
    products: ["build/index.js", "public/build"],
    stampFile: BUILD_STAMP,
    lockFile: path.join(tmpdir(), `perennial-${toPlace(ROOT)}-build.lock`),
    build: () =>
      step("Building the app", async () => {
        const options = { quiet: true, env: { ...process.env, NODE_ENV: "production" } };
        const compiler = "node_modules/typescript/bin/tsc";
        await Promise.all([
          run(process.execPath, [compiler, "-p", "tsconfig.texts.json"], options),
          run(process.execPath, ["--import", "tsx", "scripts/building/json-urls.ts"], options),
        ]);
        await run(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "build"], options);
        await compressBuild();
        await run(process.execPath, ["scripts/building/compile-programs.mjs"], options);
      }),
  });
}

const toPlace = (folder) => createHash("sha256").update(folder).digest("hex").slice(0, 12);

const readText = (file) => (existsSync(file) ? readFileSync(file, "utf8") : null);
const readJson = (file) => JSON.parse(readText(file) ?? "null");

/** Prints what is being done, and how long it took. */
export async function step(what, work) {
  const started = Date.now();
  console.log(`${what} …`);
  await work();
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** The npm that runs us, else the one on the PATH. */
function runNpm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith("npm-cli.js") ? run(process.execPath, [script, ...args]) : run("npm", args);
}

/** Runs a program to its end; the output of a quiet one is shown only when it fails. @throws when it fails */
export function run(command, args, { quiet = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    // A signal to this process alone must not leave npm or the compiler running; npm takes a while to stop. The next
    // start does not mistake half-finished work for finished.
    const forward = (signal) => {
      child.kill(signal);
      setTimeout(() => child.kill("SIGKILL"), 2_000).unref();
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      if (code === 0) return resolve(undefined);
      reject(
        new Error(
          `${output}\n${path.basename(command)} ${args.join(" ")} failed (${signal ?? `exit code ${code}`}).`.trim(),
        ),
      );
    });
  });
}
