import type { ManyShops } from "../cases/shops";
import type { TaskCost } from "../shop/shops-at-rest";
import type { ShopCost } from "../shop/shops-data";
import { count, number, printTable } from "./tables";

export type ManyShopsReport = { contracts: number } & ManyShops;

const MOST_TABLES = 6;

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
const anHour = (tasks: TaskCost[], name: "statements" | "rowsRead" | "cpu" | "databaseCpu") =>
  sum(tasks.map((cost) => cost[name] * cost.runsAnHour));

/** Many small shops at rest. */
export function printManyShops(all: readonly ManyShopsReport[]): void {
  for (const { shops, tasks, empty, filled } of all) {
    printTable(
      `Each periodic task with nothing to do, ${count(shops)} shops of ten contracts: one run`,
      ["task", "runs an hour", "statements", "rows read", "CPU ms", "CPU ms of Postgres"],
      tasks.map(({ task, runsAnHour, statements, rowsRead, cpu, databaseCpu }) => [
        task,
        number(runsAnHour, runsAnHour < 1 ? 2 : 0),
        count(statements),
        count(rowsRead),
        number(cpu * 1000, 0),
        number(databaseCpu * 1000, 0),
      ]),
    );
    printTable(
      "Bytes of a shop, with indexes",
      ["", "rows", "bytes", "the largest tables"],
      [
        ["empty", ...toSizeCells(empty, shops)],
        ["its ten contracts", ...toSizeCells(filled, shops)],
      ],
    );
  }
  printTable(
    "An hour at rest: the tasks by the schedule, and a worker process, with its looks for jobs and webhooks",
    [
      "shops",
      "statements of tasks",
      "CPU s of tasks",
      "of Postgres",
      "CPU s of a worker",
      "of Postgres",
      "transactions",
      "worker MB",
    ],
    all.map(({ shops, tasks, rest }) => [
      count(shops),
      count(Math.round(anHour(tasks, "statements"))),
      number(anHour(tasks, "cpu")),
      number(anHour(tasks, "databaseCpu")),
      number(rest.worker),
      number(rest.database),
      count(Math.round(rest.transactions)),
      number(rest.megabytes, 0),
    ]),
  );
}

function toSizeCells({ rows, bytes }: ShopCost, shops: number): string[] {
  const tables = Object.entries(bytes).sort(([, a], [, b]) => b - a);
  return [
    number(rows / shops),
    count(Math.round(sum(tables.map(([, size]) => size)) / shops)),
    tables
      .slice(0, MOST_TABLES)
      .map(([name, size]) => `${name} ${count(Math.round(size / shops))}`)
      .join(", "),
  ];
}
