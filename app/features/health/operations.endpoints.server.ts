import { timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { isFromThisMachine, type RequestContext } from "~/http/request/request-context.server";
import { UNAVAILABLE_SECONDS } from "~/http/request/to-problem.server";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";
import { client } from "~db/client.server";
import { readDatabaseError } from "~db/errors";
import { listMigrations } from "~db/migration-files";

export const healthz = defineEndpoint({
  operationId: "healthz",
  summary: "Whether the process answers",
  method: "GET",
  path: "/healthz",
  isUndocumented: true,
  access: { public: true },
  isUnlimited: true,
  response: z.object({ status: z.literal("ok") }),
  handler: async () => ({ status: "ok" as const }),
});

/** Shared by all who ask meanwhile: anybody may ask, without a limit, and must not use up the pool's connections. */
let asking: Promise<boolean> | undefined;

export const readyz = defineEndpoint({
  operationId: "readyz",
  summary: "Whether the database answers and every migration has run",
  method: "GET",
  path: "/readyz",
  isUndocumented: true,
  access: { public: true },
  isUnlimited: true,
  response: z.object({ status: z.literal("ready") }),
  handler: async () => {
    asking ??= isMigrated();
    const mine = asking;
    const forget = () => {
      if (asking === mine) asking = undefined;
    };
    // Also when it has not answered in time: its connection may be dead while others work.
    const answer = await Promise.race([mine, delay(env.READY_WITHIN_MS, null, { ref: false })]).finally(
      forget,
    );
    if (answer === null) throw notReady("The database has not answered in time.");
    // Without their names: anybody may ask.
    if (!answer) throw notReady("Migrations have not run yet.");
    return { status: "ready" as const };
  },
});

const notReady = (detail: string): ProblemError =>
  new ProblemError("unavailable", detail, { headers: { "Retry-After": UNAVAILABLE_SECONDS } });

const UNDEFINED_TABLE = "42P01";

async function isMigrated(): Promise<boolean> {
  const [done, all] = await Promise.all([listDoneMigrations(), listMigrations()]);
  return all.every((name) => done.has(name));
}

async function listDoneMigrations(): Promise<Set<string>> {
  try {
    const rows = await client<{ name: string }[]>`select name from schema_migrations`;
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    // The database has not been migrated yet.
    if (readDatabaseError(error)?.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}

export const readMetrics = defineEndpoint({
  operationId: "metrics",
  summary: "Prometheus metrics, for loopback callers or with METRICS_TOKEN as bearer token",
  method: "GET",
  path: "/metrics",
  isUndocumented: true,
  access: { public: true },
  isUnlimited: true,
  handler: async ({ context }) => {
    requireMetricsReader(context);
    return new Response(await metrics.registry.metrics(), {
      headers: { "Content-Type": metrics.registry.contentType },
    });
  },
});

/** @throws ProblemError unauthenticated for callers elsewhere without METRICS_TOKEN */
export function requireMetricsReader(context: RequestContext): void {
  if (isFromThisMachine(context) || hasMetricsToken(context.request)) return;
  throw new ProblemError("unauthenticated", "Send the metrics token as a bearer token.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function hasMetricsToken(request: Request): boolean {
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const expected = Buffer.from(`Bearer ${env.METRICS_TOKEN ?? ""}`);
  return (
    env.METRICS_TOKEN !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
  );
}
