/** Runs a program of ours: `node scripts/run.mjs scripts/worker.ts [arguments]`. Plain JavaScript. */
import { load } from "./building/program.mjs";

const [source, ...args] = process.argv.slice(2);
process.argv = [process.execPath, source, ...args];
try {
  await load(source);
} catch (error) {
  if (error?.name !== "EnvironmentRefused") throw error;
  console.error(error.message);
  process.exit(2);
}
