import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildUnlessCurrent } from "../../scripts/building/build-once.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "perennial-build-"));
  mkdirSync(at("app"));
  writeFileSync(at("app/a.ts"), "1");
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);
const builds = () => (existsSync(at("log")) ? readFileSync(at("log"), "utf8").trim().split("\n") : []);

/** As with a compiler, the result is the source's state at the beginning of the build. */
const ensure = (during: () => void = () => {}) =>
  buildUnlessCurrent({
    sources: [at("app")],
    products: [at("built")],
    stampFile: at("stamp"),
    lockFile: at("lock"),
    build: async () => {
      const source = readFileSync(at("app/a.ts"), "utf8");
      during();
      writeFileSync(at("built"), source);
      appendFileSync(at("log"), `${source}\n`);
    },
  });

test("what is built already is not built again", async () => {
  await ensure();
  await ensure();
  expect(builds()).toEqual(["1"]);
});

test("a source that changes while it is being built is built again, at once", async () => {
  let edits = 0;
  await ensure(() => {
    if (edits++ === 0) writeFileSync(at("app/a.ts"), "2");
  });
  expect(readFileSync(at("built"), "utf8")).toBe("2");
  await ensure();
  expect(builds()).toEqual(["1", "2"]);
});

test.each([
  ["a source that changes", () => writeFileSync(at("app/a.ts"), "2"), "2"],
  ["a new source", () => writeFileSync(at("app/b.ts"), "1"), "1"],
  ["a build that somebody else has written over", () => writeFileSync(at("built"), "theirs"), "1"],
  ["a build that is gone", () => rmSync(at("built")), "1"],
])("%s is built again", async (_what, change, built) => {
  await ensure();
  change();
  await ensure();
  expect(readFileSync(at("built"), "utf8")).toBe(built);
  expect(builds()).toHaveLength(2);
});

test("after a failed build the next one builds again", async () => {
  const failing = ensure(() => {
    throw new Error("no such module");
  });
  await expect(failing).rejects.toThrow("no such module");
  await ensure();
  expect(builds()).toEqual(["1"]);
});

test("of two at once one builds and the other waits for it", async () => {
  await Promise.all([ensure(), ensure()]);
  expect(builds()).toEqual(["1"]);
});
