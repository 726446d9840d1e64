import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/processes/eventually";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";

let app: ServedApp;
beforeAll(async () => {
  app = await serveApp({ LOG_LEVEL: "silent" }, { processes: 2 });
});
afterAll(stopServedApps);

const isServed = async () => (await fetch(`${app.origin}/healthz`, { headers: { Connection: "close" } })).ok;

/** A client that asks again and again on one kept connection, as a proxy does. @returns how often, and what went wrong */
async function keepAsking(isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const wrong: unknown[] = [];
  let asked = 0;
  for (; !isOver(); asked++) {
    const status = await new Promise<unknown>((resolve) => {
      const request = get(`${app.origin}/readyz`, { agent }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      request.once("error", resolve);
    });
    if (status !== 200) wrong.push(status);
  }
  agent.destroy();
  return { asked, wrong };
}

test("web processes are replaced one after the other by SIGTERM, under load, and no request fails", async () => {
  let isOver = false;
  const clients = Array.from({ length: 12 }, () => keepAsking(() => isOver));
  const before = app.listProcesses();
  for (const pid of before) {
    process.kill(pid, "SIGTERM");
    await eventually(() => {
      expect(app.listProcesses()).toHaveLength(2);
      expect(app.listProcesses()).not.toContain(pid);
    });
  }
  isOver = true;
  const outcomes = await Promise.all(clients);
  expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(Math.min(...outcomes.map(({ asked }) => asked))).toBeGreaterThan(10);
});

test("several web processes answer on one port; one that is killed is replaced, and all end together", async () => {
  const before = app.listProcesses();
  expect(before).toHaveLength(2);
  const [first = 0, second] = before;
  process.kill(first, "SIGKILL");
  await eventually(() => {
    expect(app.listProcesses()).toEqual([second, expect.any(Number)]);
    expect(app.listProcesses()).not.toContain(first);
  });
  expect(await Promise.all(Array.from({ length: 20 }, isServed))).not.toContain(false);

  const after = app.listProcesses();
  expect(await app.stop()).toContain("A web process has ended (SIGKILL); starting another.");
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow();
});
