import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { onTestFinished, vi } from "vitest";

export type Received = {
  id: string;
  body: { id: number; type: string; sequence: number | null; data: Record<string, unknown> };
  headers: IncomingHttpHeaders;
  text: string;
  at: number;
};
type Answer = { status?: number; headers?: Record<string, string | undefined>; body?: string };
type Behaviour = (message: Received) => Answer | null | Promise<Answer | null>;

/** A shop's own server that receives webhooks, until the test ends. `behave` answers each message; null: no answer. */
export async function startReceiver(behave: Behaviour = () => ({})) {
  const received: Received[] = [];
  const receiver = { behave, received, url: "" };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const { headers } = request;
    const message = {
      id: String(headers["webhook-id"]),
      body: JSON.parse(text),
      headers,
      text,
      at: received.length,
    };
    received.push(message);
    const answer = await receiver.behave(message);
    if (!answer) return;
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(answer.body ?? "ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/**
 * Verifies a message with the public library, at the time it was sent by the test's clock. @throws when it is invalid
 */
export function verify(secret: string, { text, headers }: Received): void {
  vi.setSystemTime(Number(headers["webhook-timestamp"]) * 1000);
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
