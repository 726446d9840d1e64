/**
 * Several web processes on one port: `node scripts/serving/web-processes.mjs 4`. One that exits by itself is replaced;
 * all end with this one. It reports the port and the processes to its parent whenever all of them listen. With
 * WEB_METRICS_PORT each answers `/metrics` on a port of its own, that one and those after it: on the port that they share,
 * a scraper meets now one of them, now another.
 */
import cluster from "node:cluster";

const wanted = Number(process.argv[2]);
const START_AGAIN_AFTER_MS = 1000;
const metricsPort = Number(process.env.WEB_METRICS_PORT);

const listening = new Set();
const placeOf = new WeakMap();
let hasStarted = false;
let isEnding = false;

cluster.setupPrimary({
  exec: "node_modules/@remix-run/serve/dist/cli.js",
  args: ["build/index.js"],
  execArgv: ["--import", "./scripts/preload.mjs"],
});

/** @param place from 0; one that is replaced leaves its place, and with it its port for metrics, to the next */
function start(place) {
  const worker = cluster.fork(metricsPort ? { WEB_METRICS_PORT: metricsPort + place } : {});
  placeOf.set(worker, place);
  worker.on("message", ({ port }) => {
    if (port === undefined) return;
    listening.add(worker.process.pid);
    hasStarted ||= listening.size === wanted;
    if (listening.size === wanted) process.send?.({ port, processes: [...listening] });
  });
}

cluster.on("exit", (worker, code, signal) => {
  listening.delete(worker.process.pid);
  if (isEnding) {
    if (Object.keys(cluster.workers).length === 0) process.exit();
    return;
  }
  const why = signal ?? `exit code ${code}`;
  if (!hasStarted) {
    console.error(`A web process has ended before all were there (${why}).`);
    end(1);
  } else {
    console.error(`A web process has ended (${why}); starting another.`);
    setTimeout(() => isEnding || start(placeOf.get(worker)), START_AGAIN_AFTER_MS);
  }
});

/** Each finishes its requests and exits. */
function end(code) {
  isEnding = true;
  process.exitCode = code;
  const workers = Object.values(cluster.workers);
  for (const { process: child } of workers) child.kill("SIGTERM");
  if (workers.length === 0) process.exit(code);
}
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => end(0));

for (let place = 0; place < wanted; place++) start(place);
