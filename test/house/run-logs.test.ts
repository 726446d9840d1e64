import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { logger } from "~/lib/logger.server";
import { recordOutput } from "../support/processes/record-output";
import { createLogFolder, requireImpersonalLogs } from "../support/setup/log-folder";

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
});

test("what the app logs in a test run is gathered, to be looked through at its end", () => {
  logger.debug({ bundle: 7 }, "written for run-logs.test.ts");
  const file = path.join(inject("logFolder"), `${process.pid}.log`);
  expect(readFileSync(file, "utf8")).toContain("written for run-logs.test.ts");
});

test("what a program logs that a test starts is gathered as well, and not shown", async () => {
  const child = spawn(process.execPath, [
    "scripts/run.mjs",
    "test/support/programs/broken-worker-process.ts",
  ]);
  const { readOutput, ended } = recordOutput(child);
  expect(await ended).toEqual([1, null]);
  expect(readOutput()).not.toContain('{"level"');
  const logs = readFileSync(path.join(inject("logFolder"), `${child.pid}.log`), "utf8");
  expect(logs).toContain("an error that nobody expected");
});

test.each([
  ["an e-mail address", '{"to":"grace@example.com"}'],
  ["a phone number", '{"to":"+49305550199"}'],
  ["a name", '{"customer":"Ada Lovelace"}'],
  ["a phone number of the demo shop", '{"to":"+49 30 5550 1234"}'],
  ["a first name of the demo shop", '{"for":"Łukasz"}'],
  ["a last name of the demo shop", '{"by":"N\'Diaye"}'],
  ["a street of the demo shop", '{"at":"48 W 17th St #5F"}'],
])("a run whose logs hold %s fails", (_what, line) => {
  const folder = createLogFolder();
  writeFileSync(path.join(folder, "web.log"), `{"msg":"request"}\n${line}\n`);
  expect(() => requireImpersonalLogs(folder)).toThrow(`1 lines of the logs tell who somebody is:\n${line}`);
  expect(process.exitCode).toBe(1);
});

test("a run whose logs name nobody passes", () => {
  const folder = createLogFolder();
  writeFileSync(
    path.join(folder, "web.log"),
    '{"msg":"request","route":"listContracts","requestId":"7f+0000"}\n',
  );
  requireImpersonalLogs(folder);
  expect(process.exitCode).toBe(exitCode);
});
