/** Our programs in TypeScript, compiled once for each state of their sources. Plain JavaScript. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { hashFiles } from "./build-once.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "build/programs");
/** Packages of a hundred small files each, which Node would read one by one at every start; the others stay outside. */
const PACKED = {
  "drizzle-orm": "node_modules/drizzle-orm",
  jose: "node_modules/jose",
  "libphonenumber-js": "node_modules/libphonenumber-js",
  stripe: "node_modules/stripe/esm/stripe.esm.node.js",
  zod: "node_modules/zod",
};
/** Further files that the result depends on, besides the modules of a program: what says how it is made of them. */
const RECIPE = [
  "tsconfig.json",
  "scripts/building/program.mjs",
  ...["esbuild", ...Object.keys(PACKED)].map((name) => `node_modules/${name}/package.json`),
];
/** How many compiled versions of a program are kept: a running process may still load another part of its own. */
const KEPT = 3;
/** Name of a complete folder: the hash of its sources. A draft's name ends in a dot and the id of its process. */
const COMPLETE = /^[0-9a-f]{16}$/;

/**
 * Loads one of our modules into this process; errors show positions in its sources. Why not with a loader:
 * docs/decisions/069-programs-are-compiled-once.md.
 *
 * @param {string} source its path below the project's folder, such as `scripts/worker.ts`
 * @returns {Promise<object>} its exports
 */
export async function load(source) {
  process.setSourceMapsEnabled(true);
  const folder = await ensureCompiled(source);
  return import(pathToFileURL(path.join(folder, `${path.basename(source, ".ts")}.js`)).href);
}

/**
 * Compiles one of our modules unless that has been done; then it writes nothing.
 *
 * @param {string} source as for {@link load}
 * @returns {Promise<string>} the folder with the result
 */
export async function ensureCompiled(source) {
  const place = path.join(FOLDER, source.replace(/\.ts$/, "").replaceAll("/", "-"));
  return findCurrent(place) ?? (await compile(source, place));
}

const toRoot = (file) => path.join(ROOT, file);
const hashInputs = (inputs) => hashFiles([...RECIPE, ...inputs], [], ROOT).slice(0, 16);

/** @returns the folder that was compiled from the present sources, if there is one */
function findCurrent(place) {
  const list = path.join(place, "inputs.json");
  if (!existsSync(list)) return;
  const folder = path.join(place, hashInputs(JSON.parse(readFileSync(list, "utf8"))));
  return existsSync(folder) ? folder : undefined;
}

/**
 * Without a lock: a folder gets its final name only when it is complete, and two concurrent compilations give the same.
 * If a module changes meanwhile, it is compiled again.
 */
async function compile(source, place) {
  const { buildSync } = await import("esbuild");
  mkdirSync(place, { recursive: true });
  const packed = Object.fromEntries(Object.entries(PACKED).map(([name, entry]) => [name, toRoot(entry)]));
  for (;;) {
    const began = Date.now();
    const { metafile, outputFiles } = buildSync({
      absWorkingDir: ROOT,
      entryPoints: [source],
      outdir: path.join(place, "next"),
      bundle: true,
      // Modules that are imported later must be loaded later: the app's read the environment when they are loaded.
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      packages: "external",
      // Plain JavaScript runs in its own place.
      external: [toRoot("scripts/*.mjs")],
      alias: { "~": toRoot("app"), "~db": toRoot("db"), ...packed },
      mainFields: ["module", "main"],
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      write: false,
    });
    // Those of packages, too: a patch changes them without another version.
    const inputs = Object.keys(metafile.inputs);
    const hash = hashInputs(inputs);
    if (inputs.some((file) => statSync(toRoot(file)).ctimeMs >= began)) continue;
    const folder = path.join(place, hash);
    appear(folder, (draft) => {
      mkdirSync(draft);
      for (const { path: file, contents } of outputFiles)
        writeFileSync(path.join(draft, path.basename(file)), contents);
    });
    appear(path.join(place, "inputs.json"), (draft) => writeFileSync(draft, JSON.stringify(inputs)));
    removeOld(place);
    return folder;
  }
}

/** Writes under another name first. A folder that another process has finished meanwhile stays: it is the same. */
function appear(file, write) {
  const draft = `${file}.${process.pid}`;
  write(draft);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  }
}

/** Other processes compile and remove here, too: their drafts are not counted, and a folder may already be gone. */
function removeOld(place) {
  const folders = readdirSync(place)
    .filter((name) => COMPLETE.test(name))
    .map((name) => path.join(place, name))
    .map((folder) => ({ folder, madeAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeAt - a.madeAt);
  for (const { folder } of folders.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}
