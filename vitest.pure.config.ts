import { defineConfig } from "vitest/config";
import { listPureTests } from "./scripts/pure-modules.mjs";
import everything from "./vitest.config";

/** The tests of pure rules alone, without Postgres: what mutants are tried against, and a run of seconds. */
export default defineConfig({
  resolve: everything.resolve,
  test: {
    environment: "node",
    include: listPureTests(),
    setupFiles: ["test/support/quiet-console.ts", "test/support/fixed-seed.ts"],
  },
});
