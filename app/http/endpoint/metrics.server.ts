import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

declare global {
  // The development server reloads this module; metrics must not be registered twice.
  var perennialMetrics:
    | { registry: Registry; requests: Histogram<"operation" | "face" | "status"> }
    | undefined;
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's arrival in the app to its response, by operation",
    labelNames: ["operation", "face", "status"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, requests };
}

globalThis.perennialMetrics ??= createMetrics();
export const metrics = globalThis.perennialMetrics;
