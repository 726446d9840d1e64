import { defineConfig } from "vitest/config";
import { listPureTests } from "./scripts/pure-modules.mjs";
import everything from "./vitest.config.ts";

/** The tests of pure rules alone, without Postgres: what mutants are tried against, and a run of seconds. */
export default defineConfig({
  resolve: everything.resolve,
  test: {
    environment: "node",
    include: listPureTests(),
    setupFiles: ["test/support/setup/quiet-console.ts", "test/support/setup/same-examples.ts"],
    // They keep nothing for one another: one worker loads the modules once for all of them.
    isolate: false,
  },
});
