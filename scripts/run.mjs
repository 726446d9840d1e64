/** Runs a program of ours: `node scripts/run.mjs scripts/worker.ts [arguments]`. Plain JavaScript. */
import { load } from "./building/program.mjs";
import { say } from "./command-line/command-line.mjs";

const [source, ...args] = process.argv.slice(2);
process.argv = [process.execPath, source, ...args];
try {
  await load(source);
} catch (error) {
  if (error?.name !== "EnvironmentRefused") throw error;
  say(error.message);
  process.exit(2);
}
