import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";

/**
 * A worker process for tests: its only task records its start in the file given as second argument and then, with
 * "hang" as third, never ends and ignores its abort signal.
 */
const [databaseUrl = "", file = "", behaviour] = process.argv.slice(2);

const worker = startSupervisedWorker({
  databaseUrl,
  crontab: "",
  tasks: {
    "top-up-shops": async () => {
      appendFileSync(file, `${process.pid}\n`);
      if (behaviour === "hang") await delay(3_600_000);
    },
  },
});
process.on("SIGTERM", () => void worker.stop().then(() => process.exit(0)));
