import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/processes/eventually";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";

let app: ServedApp;
beforeAll(async () => {
  app = await serveApp({}, { processes: 3 });
});
afterAll(stopServedApps);

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
  expect(await Promise.all(Array.from({ length: 20 }, isServed))).not.toContain(false);

  const after = app.listProcesses();
  const output = await app.stop();
  expect(output).toContain("A web process has ended (exit code 0); starting another.");
  expect(output).toContain("A web process has ended (SIGKILL); starting another.");
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow();
});
