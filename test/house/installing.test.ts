import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeProgress, listLocked } from "../../scripts/building/prepare.mjs";

const MIB = 1024 * 1024;

/** Bytes that a package takes up on the disk, without the packages inside it, which are counted by themselves. */
function measure(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const inner = path.join(folder, entry.name);
    bytes += lstatSync(inner).blocks * 512;
    if (entry.isDirectory()) bytes += measure(inner);
  }
  return bytes;
}

test("the packages of `npm start` take up less than 450 MB on the disk", () => {
  // Those for other platforms are in the lock file, and not installed.
  const installed = listLocked(false)
    .map(([folder]) => folder)
    .filter((folder) => existsSync(folder));
  expect(installed.length).toBeGreaterThan(500);
  let bytes = 0;
  for (const folder of installed) bytes += measure(folder);
  expect(bytes / MIB).toBeLessThan(450);
});

test("while packages are installed, those that have arrived are counted, of all that npm has begun", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-installing-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(describeProgress(path.join(folder, "not there yet"))).toBeNull();
  expect(describeProgress(folder)).toBeNull();
  for (const name of [".bin", "zod", "react", "@scope/one", "@scope/two"])
    mkdirSync(path.join(folder, name), { recursive: true });
  expect(describeProgress(folder)).toBe("  … 0 of 4");
  for (const name of ["react", "@scope/two"]) writeFileSync(path.join(folder, name, "package.json"), "{}");
  expect(describeProgress(folder)).toBe("  … 2 of 4");
});
