import { readFileSync } from "node:fs";
import { readCommandLine } from "../command-line/command-line.mjs";
import { listLicences } from "./licence-list";

/**
 * `npm run licences`: the packages of production, each with its licence. Exits with 1 when one is not accepted, 2 for a
 * wrong command line.
 */
readCommandLine(`npm run licences
    Prints each package that runs in production with its licence.`).refuse();

const all = listLicences(JSON.parse(readFileSync("package-lock.json", "utf8")));
for (const { name, version, licence } of all) process.stdout.write(`${name} ${version}: ${licence}\n`);
for (const { name, licence, isAccepted } of all) {
  if (isAccepted) continue;
  process.stderr.write(`${name}: ${licence} is not among the accepted licences.\n`);
  process.exitCode = 1;
}
