import { DistributionRefused, distribute } from "~db/distribute/distribute";
import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run distribute`: distributes the tables of a Citus database over its machines. Exits with 0 when they are (or
 * the plan was printed), 1 when it cannot be done, 2 for wrong input. Source: docs/scaling.md.
 */
const USAGE = `npm run distribute -- [--dry-run]
    Distributes the tables of DATABASE_URL, the coordinator of a Citus cluster, by shop. Stop all web and worker
    processes first. What is distributed already is left alone. --dry-run only prints the plan.`;

const { flags, refuse } = readCommandLine(USAGE, { "dry-run": "boolean" });
refuse();

await runOnDatabase(async (url) => {
  const isDryRun = flags.has("dry-run");
  try {
    const steps = await distribute(url, { isDryRun, log: (line) => process.stdout.write(`${line}\n`) });
    const outcome = isDryRun ? "would be distributed; nothing was changed" : "distributed";
    process.stdout.write(
      steps.length > 0 ? `${steps.length} tables ${outcome}.\n` : "All tables lie where they belong.\n",
    );
  } catch (error) {
    if (!(error instanceof DistributionRefused)) throw error;
    process.exitCode = 1;
    say(error.message);
  }
});
