/** The last step of a build: compiles the programs that are deployed, which often run where nothing may be written. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { ensureCompiled } from "./program.mjs";

const COMMANDS = "scripts/commands";

/** @returns their paths below the project's folder */
export const listPrograms = () => [
  "scripts/serve.ts",
  "scripts/worker.ts",
  ...readdirSync(path.resolve(import.meta.dirname, "../commands")).map((name) => `${COMMANDS}/${name}`),
];

if (process.argv[1] === import.meta.filename)
  for (const program of listPrograms()) await ensureCompiled(program);
