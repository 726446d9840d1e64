import { appendFileSync } from "node:fs";
import path from "node:path";
import { expect, inject } from "vitest";
import { client } from "../../../db/client.server";
import type { Recorded } from "./statement-folder";
import { BY_A_TEST } from "./test-client";

const file = path.join(inject("statementFolder"), `${process.pid}.jsonl`);

declare global {
  // Kept globally, because a process runs this file before each of its test files.
  var recordedStatements: Set<string> | undefined;
}
globalThis.recordedStatements ??= new Set();
const seen = globalThis.recordedStatements;

client.options.debug = (_connection, text) => {
  if (seen.has(text) || text.startsWith(BY_A_TEST)) return;
  seen.add(text);
  appendFileSync(
    file,
    `${JSON.stringify({ text, test: expect.getState().testPath ?? "" } satisfies Recorded)}\n`,
  );
};
