import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: `${path.resolve("app")}/` },
      { find: /^~db\//, replacement: `${path.resolve("db")}/` },
    ],
  },
  test: {
    environment: "node",
    include: ["test/**/*.test.{ts,tsx}"],
    globalSetup: ["test/support/setup/global-setup.ts"],
    setupFiles: ["test/support/setup/setup.ts", "test/support/setup/quiet-console.ts"],
    // Processes, not threads: the app keeps one connection pool a process, and ends with it.
    pool: "forks",
    // On two cores it would be one: half of a file's time is waiting for Postgres or for processes of its own.
    maxWorkers: 2,
    // Far above what any test takes: a machine that is busy elsewhere must not fail one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
