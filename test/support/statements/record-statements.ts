import { expect, inject } from "vitest";
import { recordStatements } from "./recorder.mjs";

declare global {
  // Kept globally, because a process runs this file before each of its test files.
  var recordsStatements: true | undefined;
}
if (!globalThis.recordsStatements)
  recordStatements(inject("statementFolder"), () => expect.getState().testPath ?? "");
globalThis.recordsStatements = true;
