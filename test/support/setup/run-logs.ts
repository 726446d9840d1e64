import { inject } from "vitest";
import { RECORDED_LEVEL } from "./log-folder";
import { recordLogs } from "./log-recorder.mjs";

declare global {
  // Kept globally, because a process runs this file before each of its test files.
  var recordsLogs: true | undefined;
}
if (!globalThis.recordsLogs) recordLogs(inject("logFolder"), RECORDED_LEVEL);
globalThis.recordsLogs = true;
