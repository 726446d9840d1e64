import { readFileSync } from "node:fs";
import { type ParsedCronItem, parseCrontab } from "graphile-worker";
import type { Task } from "~/jobs/task/task";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import type { TaskName } from "~/queue/task-payloads";
import { client } from "~db/client.server";
import { databaseNow } from "~db/clock.server";

/** One run of a periodic task. CPU in seconds: of the process, and of the Postgres process that serves it. */
export type TaskCost = {
  task: string;
  runsAnHour: number;
  statements: number;
  rowsRead: number;
  cpu: number;
  databaseCpu: number;
};

const HOURS_A_DAY = 24;
const MINUTES_A_DAY = HOURS_A_DAY * 60;
/** Of /proc/<pid>/stat, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/**
 * Runs each periodic task when there is nothing to do. The process must have a pool of one connection, whose CPU time and
 * statistics are read.
 */
export async function measureTasks(): Promise<TaskCost[]> {
  const items = parseCrontab(crontab);
  const run = ({ task }: ParsedCronItem) =>
    (tasks[task as TaskName] as Task<TaskName>)(
      {},
      {
        clock: databaseNow,
        signal: new AbortController().signal,
      },
    );
  const costs: TaskCost[] = [];
  for (const item of items) {
    const before = await readCost();
    await run(item);
    const sent = statements;
    const after = await readCost();
    costs.push({
      task: item.task,
      runsAnHour: countRunsADay(item) / HOURS_A_DAY,
      statements: sent - before.statements,
      rowsRead: after.rowsRead - before.rowsRead,
      cpu: after.cpu - before.cpu,
      databaseCpu: after.databaseCpu - before.databaseCpu,
    });
  }
  return costs;
}

let statements = 0;
client.options.debug = () => {
  statements++;
};

async function readCost() {
  await client`select pg_stat_force_next_flush()`;
  const [row] = await client<{ pid: number; rowsRead: number }[]>`
    select pg_backend_pid() as pid, tup_returned as "rowsRead" from pg_stat_database where datname = current_database()`;
  const { user, system } = process.cpuUsage();
  return {
    statements,
    rowsRead: row?.rowsRead ?? 0,
    cpu: (user + system) / 1e6,
    databaseCpu: readCpuSeconds(row?.pid ?? 0),
  };
}

function readCpuSeconds(pid: number): number {
  // After the name, which may contain blanks: state is the first field, user and system time the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function countRunsADay({ match }: ParsedCronItem): number {
  let runs = 0;
  for (let minute = 0; minute < MINUTES_A_DAY; minute++)
    if (match({ min: minute % 60, hour: Math.floor(minute / 60), date: 1, month: 1, dow: 1 })) runs++;
  return runs;
}
