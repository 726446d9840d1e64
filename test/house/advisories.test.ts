import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readAudit } from "../../scripts/testing/advisory-list";

// As npm 11 printed them, beside a registry that knew of two advisories made up for this, or of none.
const recorded = (name: string) => readFileSync(`test/fixtures/audits/${name}.json`, "utf8");
type Recorded = { vulnerabilities: Record<string, { severity: string; fixAvailable: unknown }> };

test("says of each package how grave, why, where it is installed and what fixes it", () => {
  const { lines, exitCode } = readAudit(recorded("found"));
  expect(exitCode).toBe(1);
  expect(lines).toEqual([
    "htmlparser2: moderate (Slow parsing, htmlparser2 <99.0.0, https://github.com/advisories/GHSA-0000-0000-0002), in node_modules/htmlparser2; no fix is known",
    "nodemailer: high (Header injection, nodemailer <10.7.0, https://github.com/advisories/GHSA-0000-0000-0001), in node_modules/nodemailer; no fix is known",
    "sanitize-html: moderate (by htmlparser2), in node_modules/sanitize-html; no fix is known",
    "smtp-server: high (by nodemailer), in node_modules/smtp-server; no fix is known",
  ]);
});

test.each([
  ["low", 0],
  ["moderate", 0],
  ["high", 1],
  ["critical", 1],
])("an advisory that is %s exits with %s", (severity, exitCode) => {
  const audit: Recorded = JSON.parse(recorded("found"));
  for (const each of Object.values(audit.vulnerabilities)) each.severity = severity;
  expect(readAudit(JSON.stringify(audit)).exitCode).toBe(exitCode);
});

test.each([
  [true, "fixed by `npm audit fix`"],
  [{ name: "nodemailer", version: "10.7.0", isSemVerMajor: false }, "fixed with nodemailer 10.7.0"],
])("a fix is named: %j", (fixAvailable, advice) => {
  const audit: Recorded = JSON.parse(recorded("found"));
  for (const each of Object.values(audit.vulnerabilities)) each.fixAvailable = fixAvailable;
  for (const line of readAudit(JSON.stringify(audit)).lines) expect(line.endsWith(`; ${advice}`)).toBe(true);
});

test("nothing found is said in a line", () => {
  expect(readAudit(recorded("none"))).toEqual({
    lines: ["No advisory is known for the packages of production."],
    exitCode: 0,
  });
});

test.each([
  ["a registry without audits", '{"message": "405 Method Not Allowed - POST …", "statusCode": 405}', "405"],
  ["npm that prints nothing", "", "npm printed no report"],
])("%s is not taken for an all-clear", (_name, printed, reason) => {
  const { lines, exitCode } = readAudit(printed);
  expect(exitCode).toBe(3);
  expect(lines[0]).toContain(reason);
});

test("the command says so and exits with 3 where no registry answers", async () => {
  const env = {
    ...process.env,
    npm_config_registry: "http://127.0.0.1:1",
    npm_config_fetch_retries: "0",
  };
  const args = ["scripts/run.mjs", "scripts/testing/advisories.ts"];
  const end = await new Promise<{ code: number | null; out: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, out) =>
      resolve({ code: child.exitCode, out }),
    );
  });
  expect(end).toEqual({ code: 3, out: expect.stringContaining("the registry did not answer the audit") });
});
