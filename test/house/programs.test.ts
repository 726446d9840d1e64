import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), "perennial-programs-"));
  for (const name of ["app/lib/faults", "db", "scripts/building", "scripts/commands"])
    mkdirSync(path.join(project, name), { recursive: true });
  for (const name of [
    "tsconfig.json",
    "app/lib/faults/safe-error.mjs",
    "scripts/building/build-once.mjs",
    "scripts/building/compile-programs.mjs",
    "scripts/building/program.mjs",
    "scripts/run.mjs",
  ])
    copyFileSync(name, path.join(project, name));
  symlinkSync(path.resolve("node_modules"), path.join(project, "node_modules"));
  write("scripts/say.ts", 'const { word } = await import("~/word"); console.log(word, process.argv[2]);');
  write("app/word.ts", 'export const word: string = "one";');
});
afterEach(() => rmSync(project, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(project, name), text);
const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: project });
const run = (...args: string[]) => node("scripts/run.mjs", ...args);
const say = async (word = "") => (await run("scripts/say.ts", word)).stdout.trim();
/** By Node's own rules, since a folder's do not bind root. */
const runReadOnly = async (program: string) => {
  const rule = ["--permission", "--experimental-permission"].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${rule}`, "--allow-fs-read=*", "scripts/run.mjs", program],
    // What tests load into programs keeps its records in files.
    { cwd: project, env: { ...process.env, NODE_OPTIONS: "" } },
  );
  return stdout;
};
const listCompiled = () =>
  readdirSync(path.join(project, "build/programs/scripts-say"))
    .filter((name) => name !== "inputs.json")
    .sort();

test("a program is compiled once, and again as soon as one of its modules is another", async () => {
  expect(await say("more")).toBe("one more");
  const first = listCompiled();
  expect(await say("less")).toBe("one less");
  write("app/other.ts", "export {};");
  expect(await say("yet")).toBe("one yet");
  expect([first.length, listCompiled()]).toEqual([1, first]);
  write("app/word.ts", 'export { word } from "./other";');
  write("app/other.ts", 'export const word = "two";');
  expect(await say("more")).toBe("two more");
  write("app/other.ts", 'export const word = "three";');
  expect(await say("more")).toBe("three more");
  expect(listCompiled()).toHaveLength(3);
});

test("two processes that compile at once both run, and leave nothing incomplete", async () => {
  expect(await Promise.all([say("a"), say("b"), say("c")])).toEqual(["one a", "one b", "one c"]);
  expect(listCompiled()).toHaveLength(1);
});

test("drafts of other processes do not count as compiled ones, and stay", async () => {
  await say();
  const drafts = ["1", "2", "3", "4"].map((process) => `${"a".repeat(16)}.${process}`);
  for (const draft of drafts) mkdirSync(path.join(project, "build/programs/scripts-say", draft));
  write("app/word.ts", 'export const word = "two";');
  expect(await say("!")).toBe("two !");
  expect(listCompiled()).toHaveLength(2 + drafts.length);
  // As if another process had removed it meanwhile: a dangling link is listed, but has no times.
  symlinkSync("nowhere", path.join(project, "build/programs/scripts-say", "b".repeat(16)));
  write("app/word.ts", 'export const word = "three";');
  expect(await say("!")).toBe("three !");
});

test("a package of a hundred small files is part of the program that is compiled, and another one is not", async () => {
  write(
    "scripts/say.ts",
    'import { z } from "zod"; import { LRUCache } from "lru-cache"; console.log(z.string().parse(LRUCache.name));',
  );
  expect(await say()).toBe("LRUCache");
  const [compiled = ""] = listCompiled();
  const text = readFileSync(path.join(project, "build/programs/scripts-say", compiled, "say.js"), "utf8");
  expect(text.match(/from "[^"]+"/g)).toEqual(['from "lru-cache"']);
});

test("a patch of a package that is part of a program compiles it again, and so does another version", async () => {
  const modules = path.join(project, "node_modules");
  rmSync(modules);
  mkdirSync(path.join(modules, "zod"), { recursive: true });
  for (const name of ["drizzle-orm", "esbuild", "jose", "libphonenumber-js", "stripe"])
    symlinkSync(path.resolve("node_modules", name), path.join(modules, name));
  const release = (version: string, main: string) =>
    write("node_modules/zod/package.json", JSON.stringify({ name: "zod", version, main }));
  release("1.0.0", "first.js");
  write("node_modules/zod/first.js", 'export const z = "bought";');
  write("scripts/say.ts", 'import { z } from "zod"; console.log(z);');
  expect(await say()).toBe("bought");
  write("node_modules/zod/first.js", 'export const z = "mended";');
  expect(await say()).toBe("mended");
  write("node_modules/zod/second.js", 'export const z = "newer";');
  release("2.0.0", "second.js");
  expect(await say()).toBe("newer");
});

// As the units and the image of deploy/ start them.
test("what the build has compiled runs where nothing may be written, also after a move to another folder", async () => {
  const programs = ["scripts/serve.ts", "scripts/worker.ts", "scripts/commands/some.ts"];
  for (const program of programs)
    write(program, `import { word } from "~/word"; console.log(word, "${program}");`);
  await node("scripts/building/compile-programs.mjs");
  const moved = `${project}-moved`;
  renameSync(project, moved);
  project = moved;
  for (const program of programs) expect(await runReadOnly(program)).toBe(`one ${program}\n`);
  await expect(runReadOnly("scripts/say.ts")).rejects.toThrow("ERR_ACCESS_DENIED");
});

test("of many states the last three are kept, and an earlier one is compiled again", async () => {
  for (const word of ["1", "2", "3", "4", "1"]) {
    write("app/word.ts", `export const word = "${word}";`);
    expect(await say("!")).toBe(`${word} !`);
    expect(listCompiled().length).toBeLessThanOrEqual(3);
  }
});

test("an error shows its place in the source, and a source that does not compile is refused with its own", async () => {
  write(
    "scripts/fail.ts",
    'type Reason = string;\n\nconst reason: Reason = "no";\nthrow new Error(reason);\n',
  );
  await expect(run("scripts/fail.ts")).rejects.toThrow(/no\n(.*\n)*.*scripts\/fail\.ts:4:7/);
  write("scripts/fail.ts", "const = 1;\n");
  await expect(run("scripts/fail.ts")).rejects.toThrow(/scripts\/fail\.ts:1:6/);
});
