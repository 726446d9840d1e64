import { setTimeout as delay } from "node:timers/promises";
import type { ReturnServer } from "~/features/mail/return-server.server";
import type { RunningWorker } from "~/jobs/worker/worker.server";
import { parseEnvironment } from "~/lib/environment/environment";
import { openDatabaseForCommand } from "~db/connect-cli";
import { isDatabaseUnavailable } from "~db/errors";
import { migrate } from "~db/migrate";
import { readCommandLine, say } from "./command-line/command-line.mjs";
import { endWithNpm } from "./processes/end-with-npm.mjs";

/**
 * `npm run worker`: takes background jobs until a signal ends it (within ten seconds), or the parent that started it is
 * gone. Any number may run, on any machine that reaches the database.
 */
readCommandLine(`npm run worker
    Runs a process for background jobs, until Ctrl-C. Its settings are variables of the environment: README.md.`).refuse();

const TRY_AGAIN_AFTER_MS = 1000;
let running: RunningWorker | undefined;
let isEnding = false;

const ending = new AbortController();
let returnServer: ReturnServer | undefined;
let dispatcher: { stop(): Promise<void> } | undefined;
let metricsServer: { stop(): Promise<void> } | undefined;

async function end(): Promise<void> {
  isEnding = true;
  ending.abort();
  await Promise.all([running?.stop(), returnServer?.stop(), dispatcher?.stop(), metricsServer?.stop()]);
}

endWithNpm();
// Like the web process: without DATABASE_URL it listens on loopback only.
const ownHost = parseEnvironment(process.env).DATABASE_URL ? undefined : "127.0.0.1";
const { url, close } = await openDatabaseForCommand({ end });
const endWithParent = () => void end().finally(() => close().finally(() => process.exit(0)));
process.once("disconnect", endWithParent);
// The parent may have died before we listened for that.
if (process.connected === false) endWithParent();

// Only now: modules of the app read DATABASE_URL when they are loaded.
const { startSupervisedWorker } = await import("~/jobs/worker/supervised-worker.server");
const { crontab, tasks } = await import("~/jobs/tasks/tasks.server");
const { startReturnServer } = await import("~/features/mail/return-server.server");
const { startDispatcher } = await import("~/features/webhooks/delivery/dispatcher.server");
const { env } = await import("~/lib/env.server");
const { logger } = await import("~/lib/logger.server");
const { databaseNow } = await import("~db/clock.server");

/**
 * Waits for a database that is not there yet or goes away; other failures, such as a broken migration, end the process.
 */
async function migrateWhenReached(): Promise<void> {
  while (!isEnding) {
    try {
      await migrate(url, say);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      logger.warn({ err: error }, "the database cannot be reached; trying again");
      await delay(TRY_AGAIN_AFTER_MS);
    }
  }
}

await migrateWhenReached().catch(async (error) => {
  await close();
  throw error;
});

if (env.BOUNCE_DOMAIN && !isEnding) {
  const options = { host: env.HOST ?? ownHost, port: env.BOUNCE_PORT, signal: ending.signal };
  startReturnServer({ ...options, clock: databaseNow }).then(
    (started) => {
      returnServer = started;
      logger.info({ port: started.port }, "returned mails are taken");
    },
    (error) => {
      if (!isEnding) logger.error({ err: error }, "returned mails cannot be taken");
    },
  );
}

if (env.WORKER_METRICS_PORT !== undefined && !isEnding) {
  const { startMetricsServer } = await import("~/jobs/metrics/metrics-server.server");
  const options = { host: env.HOST ?? ownHost, port: env.WORKER_METRICS_PORT };
  startMetricsServer(options).then(
    (started) => {
      metricsServer = started;
      logger.info({ port: started.port }, "metrics are answered");
    },
    // The worker goes on without metrics: jobs matter more.
    (error) => logger.error({ err: error }, "metrics cannot be answered"),
  );
}

if (!isEnding) {
  dispatcher = startDispatcher();
  // `npm start` itself reports that everything is ready.
  const onReady = process.connected
    ? undefined
    : () => say("The worker is running and takes background jobs. Stop it with Ctrl-C.");
  running = startSupervisedWorker({ databaseUrl: url, tasks, crontab, onReady });
  await running.ended;
}
