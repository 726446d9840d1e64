import { createReadStream, createWriteStream, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { IncomingFile } from "~/features/imports/files/stage-file.server";
import { FILE_FIELDS } from "~/features/imports/records/import-files";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";
import type { OptionProblem } from "../command-line/command-options.mjs";

/**
 * `npm run import`: the import of the page, run to its end by this process, also beside a running server. Progress goes
 * to standard error, the result to standard output, as JSON with --json.
 *
 * Ends with 0 when everything is in, 1 when it failed (nothing of it is in, or the message says so), 2 when the command
 * line is wrong, 3 when some rows or contracts were kept out (--errors writes them to a file).
 */
const USAGE = `npm run import -- --shop <store domain> [--products <products.json>] [--customers <customers.csv>]
    [--contracts <contracts.csv>] [--full-catalogue] [--errors <file to write>] [--json]

--full-catalogue  products.json is all there is: products and variants it lacks are marked as deleted
--errors          write what was wrong, row by row, to this CSV file
Ends with 0: everything is in, 1: failed, 2: wrong command line, 3: something was kept out.`;

function readInput() {
  const { values, flags, problems, refuse } = readCommandLine(USAGE, {
    shop: "string",
    products: "string",
    customers: "string",
    contracts: "string",
    errors: "string",
    "full-catalogue": "boolean",
    json: "boolean",
  });
  if (!values.shop) problems.push({ option: "--shop", detail: "is required: the shop's store domain." });
  const files = Object.entries(FILE_FIELDS).flatMap(([option, file]) => {
    const name = values[option];
    return name === undefined ? [] : [{ file, name, option: `--${option}` }];
  });
  if (files.length === 0)
    problems.push({ option: "--products, --customers, --contracts", detail: "give at least one of them." });
  for (const { name, option } of files) problems.push(...findFileProblem(option, name));
  const report = path.dirname(values.errors ?? "");
  if (!statSync(report, { throwIfNoEntry: false })?.isDirectory())
    problems.push({ option: "--errors", detail: `there is no folder ${report}.` });
  refuse();
  return {
    storeDomain: values.shop?.toLowerCase() ?? "",
    files,
    errorsFile: values.errors,
    isFullCatalogue: flags.has("full-catalogue"),
    isJson: flags.has("json"),
  };
}

function findFileProblem(option: string, name: string): OptionProblem[] {
  const stat = statSync(name, { throwIfNoEntry: false });
  if (stat?.isFile()) return [];
  return [{ option, detail: stat ? `${name} is not a file.` : `there is no file ${name}.` }];
}

async function* openFiles(files: ReturnType<typeof readInput>["files"]): AsyncGenerator<IncomingFile> {
  for (const { file, name } of files)
    yield {
      file,
      name: path.basename(name),
      sizeBytes: statSync(name).size,
      bytes: createReadStream(name, { highWaterMark: 256 * 1024 }),
    };
}

type Outcome = { fileName: string; rows: number } & Record<(typeof COUNTS)[number][0], number>;

const COUNTS = [
  ["created", "new"],
  ["updated", "changed"],
  ["unchanged", "as they were"],
  ["skipped", "imported before"],
  ["keptOut", "kept out"],
  ["deleted", "marked as deleted"],
  ["warnings", "warnings"],
  ["errors", "errors"],
] as const;

function toText(files: readonly Outcome[]): string {
  return files
    .map((file) => {
      const counts = COUNTS.flatMap(([key, label]) => (file[key] > 0 ? [`${file[key]} ${label}`] : []));
      return `${file.fileName}: ${file.rows} rows${counts.length > 0 ? `: ${counts.join(", ")}` : ""}\n`;
    })
    .join("");
}

const input = readInput();
await runOnDatabase(async () => {
  const { importFromCommand } = await import("~/features/imports/import-command.service.server");
  const { exportImportErrors } = await import("~/features/imports/import-report.service.server");
  const outcome = await importFromCommand({
    storeDomain: input.storeDomain,
    files: openFiles(input.files),
    isFullCatalogue: input.isFullCatalogue,
    clock: () => new Date(),
    say,
  });
  const { shopId, importId, status, failure, files } = outcome;
  if (input.errorsFile && shopId && importId)
    await pipeline(Readable.from(exportImportErrors(shopId, importId)), createWriteStream(input.errorsFile));
  if (failure) say(failure);
  const result = { importId, status, failure, files };
  process.stdout.write(input.isJson ? `${JSON.stringify(result)}\n` : toText(files));
  if (status !== "COMPLETED") process.exitCode = 1;
  else if (files.some((file) => file.keptOut > 0 || file.badRows > 0)) process.exitCode = 3;
});
