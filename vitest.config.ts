import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * A file that loads the app again, sets its environment before it is loaded, or says so, leaves a process that no other
 * file can use. A file that changes tables (runs a migration) would wait for every session that an earlier file's work
 * still has on them.
 */
const NEEDS_OWN_PROCESS = /\bvi\.(hoisted|resetModules)\(|@own-process:|\bMIGRATIONS_DIR\b|\balter table\b/;
const TESTS = "test/**/*.test.{ts,tsx}";
const ownProcess = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => path.posix.join("test", ...file.split(path.sep)))
  .filter((file) => NEEDS_OWN_PROCESS.test(readFileSync(file, "utf8")));

/** Files that start programs take longest, and mostly wait: they go first, or one of them would end a run alone. */
const STARTS_PROGRAMS = /support\/processes\/(?!jobs|eventually|patient)/;
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => STARTS_PROGRAMS.test(readFileSync(moduleId, "utf8"));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const resolve = {
  alias: [
    { find: /^~\//, replacement: `${path.resolve("app")}/` },
    { find: /^~db\//, replacement: `${path.resolve("db")}/` },
  ],
};
/** `~db/client.server` of a test: what it sends itself is told from what the app sends, which is checked. */
const clientOfTests = {
  name: "client-of-tests",
  enforce: "pre",
  resolveId: (source: string, importer: string | undefined) =>
    source === path.resolve("db/client.server") && importer?.startsWith(path.resolve("test"))
      ? path.resolve("test/support/statements/test-client.ts")
      : null,
} as const;
const setupFiles = [
  "test/support/setup/setup.ts",
  "test/support/statements/record-statements.ts",
  "test/support/setup/run-logs.ts",
  "test/support/setup/quiet-console.ts",
];
/** One after the other: the first sets the environment, which the app reads when the next one loads it. */
const sequence = { setupFiles: "list" } as const;
const test = {
  environment: "node",
  sequence,
  // Processes, not threads: the app has one connection pool per process, and ends with it.
  pool: "forks",
  // On two cores the default would be one: half of a file's time is waiting for Postgres or for processes of its own.
  maxWorkers: 3,
  // Far above what any test takes: a machine that is busy elsewhere must not fail one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;

export default defineConfig({
  resolve,
  test: {
    // Here, not in the projects: one Postgres for both.
    globalSetup: ["test/support/setup/global-setup.ts"],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        resolve,
        plugins: [clientOfTests],
        // A process loads the app once for all files that it runs: loading takes longer than most files' tests.
        test: {
          ...test,
          name: "shared",
          include: [TESTS],
          exclude: ownProcess,
          setupFiles: [...setupFiles, "test/support/setup/leaves-nothing.ts"],
          isolate: false,
        },
      },
      {
        resolve,
        plugins: [clientOfTests],
        test: {
          ...test,
          name: "own-process",
          include: ownProcess,
          setupFiles,
          sequence: { ...sequence, groupOrder: 1 },
        },
      },
    ],
  },
});
