import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A shop's own server: accepts every webhook, and records when each event of the stream arrived. */
export async function startSoakReceiver() {
  /** Position in the stream → the message's number by arrival; for repeated events the first. */
  const received = new Map<number, number>();
  let messages = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { id } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    messages++;
    if (!received.has(id)) received.set(id, messages);
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    countTwice: () => messages - received.size,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
