import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { agents, unguardedAgents } from "./guarded-agents.server";

const MOST_READ = 64 * 1024;

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * POST to an address that somebody has entered. Inner addresses are refused, except for hosts that the operator has
 * listed; no redirect is followed; at most 64 KB of the answer are read.
 *
 * @param innerHosts names or addresses as written in the URL, lower case
 * @throws when no complete answer has arrived within `answerWithinMs`; `toReason` says why
 */
export function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  answerWithinMs: number,
  innerHosts: readonly string[] = [],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isSecret = url.protocol === "https:";
    const isNamed = innerHosts.includes(url.hostname.replace(/^\[|\]$/g, ""));
    const send = isSecret ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: "POST",
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        agent: (isNamed ? unguardedAgents : agents)[isSecret ? "https:" : "http:"],
        signal: AbortSignal.timeout(answerWithinMs),
      },
      (response) => {
        readAnswer(response).then(resolve, reject);
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part);
    size += part.length;
    // Leaving the loop closes the connection.
    if (size >= MOST_READ) break;
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) };
}

/** Whether no complete answer arrived in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");

/** Why no answer arrived, without details of our own network. */
export function toReason(error: unknown, answerWithinMs: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isTimeout(error)) return `No answer within ${answerWithinMs / 1000} seconds.`;
  if (/is not allowed\. Because/.test(message))
    return "The address leads into an inner network, where nothing is sent to.";
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "The name of the host could not be resolved.";
    case "ECONNREFUSED":
      return "The host does not take connections at this port.";
    case "ECONNRESET":
    case "EPIPE":
      return "The connection was cut.";
    default:
      return code ? `The connection failed (${code}).` : "The connection failed.";
  }
}
