import { defineConfig } from "vitest/config";
import { listPureTests } from "./scripts/testing/pure-modules.mjs";
import everything from "./vitest.config.ts";

/** Only the tests of pure rules, without Postgres: mutants are tested against them, and they run in seconds. */
export default defineConfig({
  resolve: everything.resolve,
  test: {
    environment: "node",
    include: listPureTests(),
    setupFiles: ["test/support/setup/quiet-console.ts", "test/support/setup/same-examples.ts"],
    // They share no state: one worker loads the modules once for all of them.
    isolate: false,
  },
});
