import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { logger } from "~/lib/logger.server";
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

test.each([
  ["an e-mail address", '{"to":"grace@example.com"}'],
  ["a phone number", '{"to":"+49305550199"}'],
  ["a name", '{"customer":"Ada Lovelace"}'],
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
