/** `npm run mutate`: changes the pure rules one small thing at a time, and checks whether a test notices. */
import { listTriedRules } from "./scripts/testing/pure-modules.mjs";

/** @type {import("@stryker-mutator/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.pure.config.ts", related: false },
  mutate: listTriedRules(),
  // Texts are either values of a type, which the compiler checks, or messages for people.
  mutator: { excludedMutations: ["StringLiteral"] },
  coverageAnalysis: "perTest",
  // Tables and schemas are evaluated once, when a module is loaded: each of their mutants would need every test again.
  ignoreStatic: true,
  concurrency: 2,
  incremental: true,
  incrementalFile: ".cache/stryker/incremental.json",
  tempDirName: ".cache/stryker/sandboxes",
  ignorePatterns: [
    "/.cache",
    "/.data",
    "/bench/results",
    "/build",
    "/docs",
    "/public",
    "/e2e",
    "/test-results",
  ],
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: ".cache/stryker/report.html" },
  jsonReporter: { fileName: ".cache/stryker/report.json" },
  thresholds: { high: 90, low: 85, break: 85 },
};
