import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * Folders with one kind of file each, in which files are found by name, such as a language's: any number is allowed.
 * `db/schema`: decision 154.
 */
const TABLES = /^(app\/api|app\/routes|db\/schema|db\/migrations)(\/|$)|\/texts(\/|$)/;
const MOST = 20;

const listFolders = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((folder) => !TABLES.test(folder));

test("no folder holds too many files", () => {
  const folders = ["app", "bench", "db", "e2e", "scripts", "test"].flatMap((root) => [
    root,
    ...listFolders(root),
  ]);
  const sizes = folders.map((folder) => ({
    folder,
    files: readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length,
  }));
  expect(sizes.filter(({ files }) => files > MOST)).toEqual([]);
});

/**
 * Folders of tests that no feature owns. Layers; `house`: programs, build and documents; `isolation`: no shop sees
 * another's.
 */
const OF_NO_FEATURE = new Set([
  "db",
  "http",
  "jobs",
  "lib",
  "ui",
  "house",
  "isolation",
  "fixtures",
  "support",
]);
/** Laws that hold for generated examples, beside the tests of the same rules. */
const LAWS = /\/laws$/;

test("every folder of tests has the name of the feature's folder that it tests, or is one of the few of no feature", () => {
  const folders = ["test", "e2e"].flatMap((root) =>
    listFolders(root).map((folder) => ({ root, name: path.relative(root, folder) })),
  );
  const strange = folders.filter(
    ({ name }) =>
      !OF_NO_FEATURE.has(name.split(path.sep)[0] ?? "") &&
      !LAWS.test(name) &&
      !existsSync(path.join("app/features", name)),
  );
  expect(folders.length).toBeGreaterThan(OF_NO_FEATURE.size);
  expect(strange).toEqual([]);
});
