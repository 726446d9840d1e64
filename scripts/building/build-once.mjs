/**
 * Checks whether a build matches the present sources, and builds if it does not. Plain JavaScript without dependencies.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Builds unless `products` were made from exactly these `sources`, and by us. When it returns, the build matches the
 * sources at that moment: if one changes during the build, it is built again.
 *
 * @param {{ sources: string[], products: string[], stampFile: string, lockFile: string, build: () => Promise<void> }}
 *   what `sources`, `products`: files and folders; products within a source folder are no sources. `build` writes the
 *   products
 */
export async function buildUnlessCurrent({ sources, products, stampFile, lockFile, build }) {
  const toStamp = (ofSources) => `${ofSources} ${hashFiles(products)}`;
  const hashSources = () => hashFiles(sources, products);
  const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === toStamp(hashSources());
  if (isCurrent()) return;
  await withLock(lockFile, async () => {
    // Another process may have built it while we waited for the lock, or the sources may change meanwhile.
    while (!isCurrent()) {
      // The stamp goes first: a half-written build is never taken for the earlier one.
      rmSync(stampFile, { force: true });
      const built = hashSources();
      await build();
      writeFileSync(stampFile, toStamp(built));
    }
  });
}

/**
 * Concurrent builds (tests start several servers) would write the same files. The lock of a dead process does not
 * count.
 */
async function withLock(file, work) {
  while (!tryLock(file)) await delay(100);
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isLeftOver(file)) rmSync(file, { force: true });
    return false;
  }
}

function isLeftOver(file) {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    return holder > 0 && !isRunning(holder);
  } catch {
    // Released at this moment.
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Hash over names and contents. The names are as given, relative to the folder `base`, which may so be moved. */
export function hashFiles(roots, except = [], base = ".") {
  const hash = createHash("sha256");
  const left = new Set(except.map((file) => path.normalize(file)));
  const visit = (file) => {
    const place = path.resolve(base, file);
    if (left.has(path.normalize(file)) || !existsSync(place)) return;
    const entries = readDirectory(place);
    if (entries) for (const name of entries) visit(path.join(file, name));
    else hash.update(`${file}\0`).update(readFileSync(place)).update("\0");
  };
  for (const root of roots) visit(root);
  return hash.digest("hex");
}

/** Its entries, sorted; null = it is a file, or does not exist. */
export function readDirectory(file) {
  try {
    return readdirSync(file).sort();
  } catch (error) {
    if (error.code === "ENOTDIR" || error.code === "ENOENT") return null;
    throw error;
  }
}
