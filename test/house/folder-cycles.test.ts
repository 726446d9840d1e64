import { expect, test } from "vitest";
import { findFolderCycles } from "../../scripts/testing/folder-cycles.mjs";

/** Files with what they import, as dependency-cruiser lists them. */
const toModules = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([source, files]) => ({
    source,
    dependencies: files.map((resolved) => ({ resolved })),
  }));

test("a folder and its own subfolder import each other", () => {
  const modules = toModules({
    "a/page.ts": ["a/parts/button.ts"],
    "a/parts/button.ts": ["a/styles.ts"],
    "a/styles.ts": [],
  });
  expect(findFolderCycles(modules)).toEqual([
    ["a/page.ts → a/parts/button.ts", "a/parts/button.ts → a/styles.ts"],
  ]);
});

test("a cycle through several folders is reported once", () => {
  const modules = toModules({
    "a/one.ts": ["a/b/two.ts"],
    "a/b/two.ts": ["c/three.ts"],
    "c/three.ts": ["a/four.ts", "d/five.ts"],
    "a/four.ts": [],
    "d/five.ts": [],
  });
  expect(findFolderCycles(modules)).toEqual([
    ["a/one.ts → a/b/two.ts", "a/b/two.ts → c/three.ts", "c/three.ts → a/four.ts"],
  ]);
});

test("no cycle: some subfolders above a folder, others below it, and packages", () => {
  const modules = toModules({
    "a/kits/button.ts": ["react"],
    "a/page.ts": ["a/kits/button.ts"],
    "a/admin/settings.ts": ["a/page.ts", "a/kits/button.ts"],
  });
  expect(findFolderCycles(modules)).toEqual([]);
});
