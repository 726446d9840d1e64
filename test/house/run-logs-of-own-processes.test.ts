import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { logger } from "~/lib/logger.server";

// @own-process: what is tested here is such a process.
test("what the app logs in a test file's own process is gathered, too", () => {
  logger.info({ bundle: 8 }, "written in a process of its own");
  const file = path.join(inject("logFolder"), `${process.pid}.log`);
  expect(readFileSync(file, "utf8")).toContain("written in a process of its own");
});
