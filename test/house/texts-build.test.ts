import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CHECK = "tsconfig.texts.json";
const COMPILER = "node_modules/typescript/bin/tsc";
const TEXTS = "features/customer-pages/texts";

test("a text that is missing in one language fails the build, which says which one", async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  expect(scripts.build).toMatch(new RegExp(`^node ${COMPILER} -p ${CHECK} && `));
  const folder = await mkdtemp(path.join(tmpdir(), "perennial-texts-"));
  try {
    await cp(path.join(ROOT, "app", TEXTS), path.join(folder, "texts"), { recursive: true });
    const french = path.join(folder, "texts/fr.ts");
    await writeFile(french, (await readFile(french, "utf8")).replace(/\n +undo: "[^"]+",/, ""));
    const { files } = JSON.parse(await readFile(path.join(ROOT, CHECK), "utf8"));
    const config = {
      extends: path.join(ROOT, CHECK),
      files: files.map((file: string) => path.join(ROOT, file)),
      compilerOptions: {
        baseUrl: ROOT,
        typeRoots: [path.join(ROOT, "node_modules/@types")],
        paths: {
          [`~/${TEXTS}/*`]: [path.join(folder, "texts/*")],
          "~/*": ["./app/*"],
          "~db/*": ["./db/*"],
        },
      },
    };
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = path.join(ROOT, COMPILER);
    const built = promisify(execFile)(process.execPath, [tsc, "-p", folder]);
    await expect(built).rejects.toMatchObject({
      stdout: expect.stringMatching(
        /^[^\n]*fr\.ts\(\d+,\d+\): error TS\d+: [^\n]*(\n {2})?Property 'undo' is missing[^\n]*\n$/,
      ),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
