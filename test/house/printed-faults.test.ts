import { execFile } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endPreloads, servePreload } from "../support/processes/preload";
import { resetDatabase } from "../support/setup/database";

// Standard error of our programs goes to the journal: nothing personal may stand there.
beforeAll(resetDatabase);
afterAll(endPreloads);

const run = (...args: string[]): Promise<{ code: number | null; stderr: string }> =>
  new Promise((resolve) => {
    const program = ["scripts/run.mjs", "test/support/programs/failing-process.ts", ...args];
    const ended = execFile(process.execPath, program, (_error, _out, stderr) =>
      resolve({ code: ended.exitCode, stderr }),
    );
  });

test.each([["while it is loaded"], ["later"]])(
  "a program that fails by a value of the database, %s, prints where and why, but not the value",
  async (when) => {
    const { code, stderr } = await run(when);
    expect(code).toBe(1);
    expect(stderr).toMatch(/PostgresError 23505 people_email_key\n +at /);
    expect(stderr).toContain("failing-process.ts");
    expect(stderr).not.toContain("ada@");
  },
);

test("a web process that an error ends logs where, at level 60, but not the error's own words", async () => {
  const { child, origin, readOutput } = await servePreload({ LOG_LEVEL: "info" });
  const ended = once(child, "close");
  await fetch(`${origin}/api/crash`).catch(() => {});
  expect((await ended)[0]).toBe(1);
  const line = readOutput()
    .split("\n")
    .find((each) => each.includes("an error that nobody expected"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    level: 60,
    err: { type: "RangeError", stack: expect.stringContaining("server-build.mjs") },
  });
  expect(readOutput()).not.toContain("ada@");
});
