import { startSupervisedWorker } from "~/jobs/worker/supervised-worker.server";

/** A worker with an unexpected error that quotes a statement's value. Argument: that value. */
const [, , value = ""] = process.argv;
startSupervisedWorker({ databaseUrl: process.env.DATABASE_URL ?? "", tasks: {}, crontab: "" });
setImmediate(() => {
  const cause = { parameters: [value], detail: `Key (email)=(${value}) already exists.` };
  throw Object.assign(new Error(`Failed query: select $1\nparams: ${value}`), cause);
});
