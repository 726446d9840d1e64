import { spawnSync } from "node:child_process";
import { readCommandLine } from "../command-line/command-line.mjs";
import { readAudit } from "./advisory-list";

/**
 * `npm run advisories`: known advisories on the packages of production, by npm's own audit. Exits with 0 if none is high
 * or critical, else with 1; 2 for a wrong command line, 3 if the registry did not answer, so that nothing is known.
 */
readCommandLine(`npm run advisories
    Lists known advisories on the packages that run in production. Exits with 1 if one is high or critical, 3 if the registry did not answer.`).refuse();

const asked = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const { lines, exitCode } = readAudit(asked.stdout ?? "");
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
