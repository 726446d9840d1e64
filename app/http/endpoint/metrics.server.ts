import { subscribe } from "node:diagnostics_channel";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { ERROR_LOGGED_CHANNEL } from "~/lib/logger.server";

declare global {
  // The development server loads this module anew; metrics must not be registered twice.
  var perennialMetrics: ReturnType<typeof createMetrics> | undefined;
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's arrival in the app to its response, by operation",
    labelNames: ["operation", "route_kind", "status"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: "perennial_job_duration_seconds",
    help: "Time that a job took, by task and by outcome: done, failed, waits (for something expected), or put back when its worker was told to end",
    labelNames: ["task", "outcome"] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
    registers: [registry],
  });
  const webhooks = new Counter({
    name: "perennial_webhook_tries_total",
    help: "Webhooks sent, by the receiver's answer: taken, refused, or none",
    labelNames: ["answer"] as const,
    registers: [registry],
  });
  const charges = new Counter({
    name: "perennial_order_charges_total",
    help: "What gateways answered when orders were charged or looked up",
    labelNames: ["outcome"] as const,
    registers: [registry],
  });
  const errors = new Counter({
    name: "perennial_errors_logged_total",
    help: "Log lines of level 50 or more",
    registers: [registry],
  });
  subscribe(ERROR_LOGGED_CHANNEL, () => errors.inc());
  return { registry, requests, jobs, webhooks, charges };
}

globalThis.perennialMetrics ??= createMetrics();
export const metrics = globalThis.perennialMetrics;
