import { constants, getPriority } from "node:os";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/processes/eventually";
import { kill, startWorkerProcess } from "../support/processes/kill-workers";

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;
/** On other systems a process's name does not show its port. */
const OF_CONNECTIONS = process.platform === "linux" ? PRIORITY_BELOW_NORMAL : PRIORITY_NORMAL;

test("a worker and the connections it has, but nobody else's, run below normal priority: pages come first", async () => {
  const url = process.env.DATABASE_URL ?? "";
  const other = postgres(url, { max: 1 });
  const worker = startWorkerProcess(url, "yielding-worker");
  onTestFinished(async () => {
    await kill(worker);
    await other.end();
  });
  await eventually(async () => {
    const backends = await other<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name like ${`yielding-worker ${worker.pid}@%`}`;
    expect(backends).not.toHaveLength(0);
    for (const { pid } of backends) expect(getPriority(pid)).toBe(OF_CONNECTIONS);
  });
  expect(getPriority(worker.pid ?? 0)).toBe(PRIORITY_BELOW_NORMAL);
  const [own] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`;
  expect(getPriority(own?.pid ?? 0)).toBe(PRIORITY_NORMAL);
});
