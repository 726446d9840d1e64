/**
 * `npm test`: lint, types, unused code and imports, then every test, then one line with the sum. Installs what is
 * missing and says so. Each of the four checks counts as a test.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt, ensureInstalled, run, step } from "./building/prepare.mjs";
import { readCommandLine } from "./command-line/command-line.mjs";
import { findBrowser, HEADLESS_SHELL } from "./testing/browser.mjs";

readCommandLine(`npm test
    Runs everything. One file: npx vitest run test/…, npx playwright test e2e/…`).refuse();

const CHECKS = [
  ["lint", "node_modules/@biomejs/biome/bin/biome", ["check", "."]],
  ["unused code", "node_modules/knip/bin/knip.js", []],
  ["imports", "scripts/testing/check-imports.mjs", []],
];
/** The native compiler: 22 s of CPU instead of 108. Further checkers would repeat much of the work. */
const TYPES = ["node_modules/typescript7/bin/tsc", "--noEmit", "--checkers", "1"];
/** Options of apt-get, for a machine without access to the network: give up soon. */
const IMPATIENT = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"];
/** Lines per failure: enough for the name, expected and actual value, and the place. */
const FAILURE_LINES = 24;
const total = { passed: 0, failed: 0 };
/** Failures are repeated at the end: often only the last lines of a log are kept. */
const failures = [];

/** Runs a program with its output on the screen. @returns {Promise<boolean>} whether it succeeded */
function tool(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

function count(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

function countCheck(name, passed) {
  count(passed ? 1 : 0, passed ? 0 : 1);
  if (!passed) failures.push(`${name}: see above`);
}

/** A missing report, or a run that failed although no test did, is one failure: never a silent zero. */
function countReport(file, endedWell, read) {
  const { passed, failed } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: [] };
  if (!endedWell && failed.length === 0)
    failed.push("the run ended badly although no test of it failed: see above");
  count(passed, failed.length);
  failures.push(...failed);
}

/** @returns {{ passed: number, failed: string[] }} for each failed test its place, its name and its message */
function readVitest({ numPassedTests, testResults }) {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(".", name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that could not be loaded, or whose hook failed, skips its tests instead of failing them.
    if (status === "failed" && tests.length === 0) return [`${file}\n${message}`];
    return tests.map((test) => `${file} › ${test.fullName}\n${test.failureMessages.join("\n")}`);
  });
  return { passed: numPassedTests, failed };
}

/** @returns {{ passed: number, failed: string[] }} as {@link readVitest} */
function readPlaywright({ stats, errors, suites }) {
  const failed = errors.map((error) => error.message);
  const visit = ({ specs, suites: inner = [] }) => {
    for (const { file, title, tests } of specs) {
      for (const test of tests.filter(({ status }) => status === "unexpected" || status === "flaky")) {
        const messages = test.results.flatMap((result) => result.errors.map((error) => error.message));
        failed.push(`[${test.projectName}] ${file} › ${title}\n${messages.join("\n")}`);
      }
    }
    inner.forEach(visit);
  };
  suites.forEach(visit);
  return { passed: stats.expected, failed };
}

/** The system's Chromium, else Playwright's own, else (as root on Debian or Ubuntu) the distribution's. */
async function ensureBrowser() {
  const found = findBrowser();
  if (found) {
    if (!process.env.CHROMIUM_PATH && path.basename(found) !== HEADLESS_SHELL) await addHeadlessShell();
    return;
  }
  if (await hasPlaywrightBrowser()) return;
  try {
    await step("Fetching a browser for the end-to-end tests", () =>
      run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]),
    );
    if (await hasPlaywrightBrowser()) return;
    console.log("  it does not start here");
  } catch (error) {
    console.log(`  that failed: ${error.message.split("\n").at(-1)}`);
  }
  if (!mayInstall()) {
    throw new Error("No browser for the end-to-end tests: install Chromium, or set CHROMIUM_PATH.");
  }
  await step("Installing the Chromium of this system", async () => {
    await run("apt-get", ["update", "-q"], { quiet: true });
    await installPackage((await isOffered(HEADLESS_SHELL)) ? HEADLESS_SHELL : "chromium");
  });
}

/** Takes some 10 s, and saves the browser tests over a minute. Without it they use the available browser. */
async function addHeadlessShell() {
  if (!mayInstall() || !(await isOffered(HEADLESS_SHELL))) return;
  try {
    await step("Installing the headless shell beside this system's Chromium", () =>
      installPackage(HEADLESS_SHELL, IMPATIENT),
    );
  } catch (error) {
    console.log(`  that failed, the tests will take longer: ${error.message.split("\n").at(-1)}`);
  }
}

const mayInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const isOffered = (name) =>
  run("apt-cache", ["show", name], { quiet: true }).then(
    () => true,
    () => false,
  );

const installPackage = (name, options = []) =>
  run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "--no-remove", ...options, name], {
    quiet: true,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

/** Whether it runs: its system libraries may be missing even if it has been downloaded. */
async function hasPlaywrightBrowser() {
  const { chromium } = await import("playwright");
  if (!existsSync(chromium.executablePath())) return false;
  return chromium.launch().then(
    async (browser) => {
      await browser.close();
      return true;
    },
    () => false,
  );
}

async function main() {
  await ensureInstalled({ isForDevelopment: true });
  await ensureBrowser();
  const reports = mkdtempSync(path.join(tmpdir(), "perennial-reports-"));
  // The type check takes one core: the other checks, and the build that the first test with a server would wait for, run
  // beside it. Its output is held back until theirs is printed.
  const types = run(process.execPath, TYPES, { quiet: true }).then(
    () => "",
    (error) => error.message,
  );
  for (const [name, program, args] of CHECKS) {
    console.log(`\n── ${name}`);
    countCheck(name, await tool(program, args));
  }
  console.log("");
  // Tests that need it fail if it does, and say why.
  await ensureBuilt().catch(() => {});
  const wrong = await types;
  console.log(`\n── types\n${wrong || "All right."}`);
  countCheck("types", !wrong);
  console.log("\n── tests");
  const unit = path.join(reports, "vitest.json");
  const unitArgs = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${unit}`];
  countReport(unit, await tool("node_modules/vitest/vitest.mjs", unitArgs), readVitest);
  console.log("\n── tests in the browser");
  const browser = path.join(reports, "playwright.json");
  const browserArgs = ["test", "--reporter=list,json"];
  const endedWell = await tool("node_modules/playwright/cli.js", browserArgs, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: browser,
  });
  countReport(browser, endedWell, readPlaywright);
  rmSync(reports, { recursive: true });
}

try {
  await main();
} catch (error) {
  count(0, 1);
  failures.push(String(error instanceof Error ? error.message : error));
}
for (const failure of failures) {
  console.log(
    `\n── failed: ${stripVTControlCharacters(failure).split("\n").slice(0, FAILURE_LINES).join("\n   ")}`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
