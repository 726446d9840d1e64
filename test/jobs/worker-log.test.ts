import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a worker that ends by an error nobody expected says so, without what a statement was given", async () => {
  const value = "customer-1@example.com";
  const program = ["scripts/run.mjs", "test/support/programs/broken-worker-process.ts", value];
  const child = spawn(process.execPath, program, { env: { ...process.env, LOG_LEVEL: "info" } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  expect([code, output]).toEqual([1, expect.stringContaining("an error that nobody expected")]);
  expect(output).not.toContain(value);
});
