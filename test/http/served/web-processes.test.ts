import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/processes/eventually";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";

let app: ServedApp;
beforeAll(async () => {
  app = await serveApp({ LOG_LEVEL: "silent" }, { processes: 2 });
});
afterAll(stopServedApps);

const isServed = async () => (await fetch(`${app.origin}/healthz`, { headers: { Connection: "close" } })).ok;

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
