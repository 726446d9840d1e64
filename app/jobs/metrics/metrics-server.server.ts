import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { requireMetricsReader } from "~/features/health/operations.endpoints.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { IS_FORWARDED_HEADER, PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { toRequestContext } from "~/http/request/request-context.server";
import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import { readQueueMetrics } from "./queue-metrics.server";

const PATH = "/metrics";
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/** Serves `GET /metrics` of a worker, by the same rules as the web process, and nothing else. @returns when it listens */
export async function startMetricsServer(options: {
  host?: string;
  port: number;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => {
        logger.warn({ err: error }, "metrics were not answered");
        response.writeHead(503).end();
      },
    );
  });
  server.listen(options.port, options.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Answer = { status: number; headers?: Record<string, string>; body?: string };

async function answer(request: IncomingMessage): Promise<Answer> {
  if (request.url?.split("?")[0] !== PATH) return { status: 404 };
  if (request.method !== "GET") return { status: 405, headers: { Allow: "GET" } };
  try {
    requireMetricsReader(toRequestContext(toAsked(request)));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: 401, headers: { "WWW-Authenticate": "Bearer" } };
  }
  await readQueueMetrics();
  return {
    status: 200,
    headers: { "Content-Type": metrics.registry.contentType },
    body: await metrics.registry.metrics(),
  };
}

/**
 * The request in the form in which the preload of web processes passes it on: with the client's address, and whether
 * it came through a proxy.
 */
function toAsked({ headers, socket }: IncomingMessage): Request {
  const { host = "", authorization } = headers;
  const isForwarded = FORWARDED.some((name) => name in headers);
  return new Request(`http://localhost${PATH}`, {
    headers: {
      host,
      [PEER_ADDRESS_HEADER]: socket.remoteAddress ?? "unknown",
      ...(authorization !== undefined && { authorization }),
      ...(isForwarded && { [IS_FORWARDED_HEADER]: "true" }),
    },
  });
}
