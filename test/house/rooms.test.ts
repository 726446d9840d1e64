import { readdirSync } from "node:fs";
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
