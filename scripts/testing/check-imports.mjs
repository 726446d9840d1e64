/**
 * Part of `npm run check`: the rules of .dependency-cruiser.cjs, no cycle between a folder and its own subfolders, and files
 * of the own folder by `./name`.
 */
import { cruise, format } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { findFolderCycles } from "./folder-cycles.mjs";
import { findLongImports } from "./own-folder.mjs";

const { output: result } = await cruise(
  ["app", "db", "scripts", "bench"],
  await extractDepcruiseOptions("./.dependency-cruiser.cjs"),
  undefined,
  { tsConfig: extractTSConfig("./tsconfig.json") },
);
const report = await format(result, { outputType: "err" });
process.stdout.write(report.output);
const cycles = findFolderCycles(result.modules);
for (const imports of cycles) console.log(`error cycle of folders:\n  ${imports.join("\n  ")}\n`);
const long = findLongImports();
for (const one of long) console.log(`error a file of the own folder is imported by ./name: ${one}`);
process.exitCode = report.exitCode > 0 || cycles.length > 0 || long.length > 0 ? 1 : 0;
