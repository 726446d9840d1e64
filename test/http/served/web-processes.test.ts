import { randomInt } from "node:crypto";
import { Agent, get } from "node:http";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/processes/eventually";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";

let app: ServedApp;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePorts(3);
  app = await serveApp({ WEB_METRICS_PORT: String(metricsPort) }, { processes: 3 });
});
afterAll(stopServedApps);

/** Free ports in a row, below those that the system gives to whoever asks for any. @returns the first */
async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000);
    const servers = await Promise.all(Array.from({ length: count }, (_, place) => tryPort(first + place)));
    for (const server of servers) server?.close();
    if (servers.every(Boolean)) return first;
  }
}

const tryPort = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer().once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const isServed = async () => (await fetch(`${app.origin}/healthz`, { headers: { Connection: "close" } })).ok;

/**
 * A client that sends one request after another on a kept-alive connection, as a proxy does. @returns the answers
 * other than 200
 */
async function keepAsking(isOver: () => boolean, onAnswer: () => void): Promise<unknown[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const wrong: unknown[] = [];
  while (!isOver()) {
    const status = await new Promise<unknown>((resolve) => {
      const request = get(`${app.origin}/readyz`, { agent }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      request.once("error", resolve);
    });
    if (status !== 200) wrong.push(status);
    onAnswer();
  }
  agent.destroy();
  return wrong;
}

/** What one process says of itself. */
const readMetrics = async (place: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort + place}/metrics`)).text();

test("each web process answers metrics of its own, on a port of its own, and nothing else there", async () => {
  const own = await eventually(() => Promise.all([0, 1, 2].map(readMetrics)));
  const first = `http://127.0.0.1:${metricsPort}`;
  for (let calls = 0; calls < 3; calls++) expect((await fetch(`${first}/healthz`)).status).toBe(200);
  const countOf = (metrics: string) =>
    [...metrics.matchAll(/^http_request_duration_seconds_count\{[^}]*"healthz"[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  const after = await Promise.all([0, 1, 2].map(readMetrics));
  expect(after.map((metrics, place) => countOf(metrics) - countOf(own[place] ?? ""))).toEqual([3, 0, 0]);
  expect((await fetch(`${first}/admin`)).status).toBe(404);
});

test("a web process that gets SIGTERM while others serve on its port fails no request", async () => {
  let isOver = false;
  const asked = new Map<number, number>();
  const clients = Array.from({ length: 12 }, (_, client) =>
    keepAsking(
      () => isOver,
      () => asked.set(client, (asked.get(client) ?? 0) + 1),
    ),
  );
  const [first = 0] = app.listProcesses();
  await eventually(() => expect(asked.size).toBe(clients.length));
  process.kill(first, "SIGTERM");
  await eventually(() => expect(() => process.kill(first, 0)).toThrow());
  isOver = true;
  expect((await Promise.all(clients)).flat()).toEqual([]);
});

test("web processes answer on one port; those that end or are killed are replaced, and all end together", async () => {
  const [, second = 0, third] = app.listProcesses();
  const ended = app.listProcesses().slice(0, 2);
  process.kill(second, "SIGKILL");
  await eventually(() => {
    expect(app.listProcesses()).toHaveLength(3);
    expect(app.listProcesses().filter((pid) => !ended.includes(pid))).toHaveLength(3);
  });
  expect(app.listProcesses()[0]).toBe(third);
  // Those that took their places answer on their ports.
  await eventually(() => Promise.all([0, 1, 2].map(readMetrics)));
  expect(await Promise.all(Array.from({ length: 20 }, isServed))).not.toContain(false);

  const after = app.listProcesses();
  const output = await app.stop();
  expect(output).toContain("A web process has ended (exit code 0); starting another.");
  expect(output).toContain("A web process has ended (SIGKILL); starting another.");
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow();
});
