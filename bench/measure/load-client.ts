import { once } from "node:events";
import net from "node:net";

/**
 * The load generator, a process of its own: keeps `connections` requests under way for `milliseconds` and reports the
 * latency of each to its parent. On raw sockets: on a machine with few cores an HTTP client would use as much CPU as
 * the servers it measures.
 */
export type LoadOrder = {
  port: number;
  path: string;
  /** Requested one after the other instead of `path`; enough of them for the time. */
  paths?: string[];
  method?: "GET" | "PUT";
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
  /**
   * Requests per second, whether or not earlier ones are answered; by default each connection sends as fast as it can.
   */
  perSecond?: number;
};
export type LoadResult = { latencies: number[]; seconds: number; failures: number };

process.on("message", async (order: LoadOrder) => process.send?.(await run(order)));
process.on("disconnect", () => process.exit(0));

async function run({
  port,
  path,
  paths = [path],
  method = "GET",
  headers,
  connections,
  milliseconds,
  perSecond,
}: LoadOrder): Promise<LoadResult> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (method === "PUT") lines.push("Content-Length: 0\r\n");
  let next = 0;
  const toRequest = () =>
    `${method} ${paths[next++ % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join("")}\r\n`;
  const result: LoadResult = { latencies: [], seconds: 0, failures: 0 };
  // Before the measurement: the first requests must not wait for a connection.
  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  const started = performance.now();
  const until = started + milliseconds;
  // Latency counts from when the request was due, not from when a connection was free: waiting counts, too.
  let asked = 0;
  const takeDue = perSecond ? () => started + (asked++ * 1000) / perSecond : () => performance.now();
  await Promise.all(sockets.map((socket) => keepAsking(socket, toRequest, { takeDue, until }, result)));
  result.seconds = (performance.now() - started) / 1000;
  return result;
}

async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

type Pace = { takeDue(): number; until: number };

function keepAsking(
  socket: net.Socket,
  toRequest: () => string,
  { takeDue, until }: Pace,
  result: LoadResult,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let response: ResponseReader;
    const send = () => {
      sentAt = takeDue();
      if (sentAt >= until) return void socket.end();
      response = new ResponseReader();
      const wait = sentAt - performance.now();
      if (wait > 0) setTimeout(() => socket.write(toRequest()), wait);
      else socket.write(toRequest());
    };
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      if (!response.isCompleteWith(chunk)) return;
      const now = performance.now();
      if (response.status === 200) result.latencies.push(now - sentAt);
      else result.failures += 1;
      send();
    });
    send();
  });
}

/** Finds the end of one response, by its length or by the last chunk. */
class ResponseReader {
  status = 0;
  private head = "";
  private received = 0;
  private length: number | null = null;
  private tail = "";

  isCompleteWith(chunk: Buffer): boolean {
    if (this.status === 0) {
      this.head += chunk.toString("latin1");
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return false;
      this.status = Number(this.head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(this.head.slice(0, end + 2))?.[1];
      this.length = length === undefined ? null : Number(length);
      this.received = this.head.length - end - 4;
      this.tail = this.head.slice(-5);
    } else {
      this.received += chunk.length;
      this.tail = (this.tail + chunk.toString("latin1", Math.max(0, chunk.length - 5))).slice(-5);
    }
    return this.length === null ? this.tail === "0\r\n\r\n" : this.received >= this.length;
  }
}
