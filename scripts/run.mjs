/** Runs a program of ours: `node scripts/run.mjs scripts/worker.ts [arguments]`. Plain JavaScript. */
import { describeError, describeUncaught } from "../app/lib/faults/safe-error.mjs";
import { load } from "./building/program.mjs";

describeUncaught();

const [source, ...args] = process.argv.slice(2);
process.argv = [process.execPath, source, ...args];
try {
  await load(source);
} catch (error) {
  const isRefused = error?.name === "EnvironmentRefused";
  console.error(isRefused ? error.message : describeError(error));
  process.exit(isRefused ? 2 : 1);
}
