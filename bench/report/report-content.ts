import { toLatency } from "../measure/statistics";
import type { KindTimes } from "../shop/bulk-kinds";
import type { ContentEdits } from "../shop/content-edits";
import { count, number, printTable } from "./tables";

/** The tables of contracts' contents, and of changing them. */
export function printContent(
  shops: readonly { contracts: number; bulkKinds?: KindTimes[]; content?: ContentEdits }[],
): void {
  printTable(
    "What all contracts hold, changed by one process, against plain statements of the same rows",
    ["contracts", "kind", "changed", "orders planned", "statements s", "task s", "ratio"],
    shops.flatMap(({ contracts, bulkKinds = [] }) =>
      bulkKinds.map(({ kind, changed, orders, updateSeconds, taskSeconds }) => [
        count(contracts),
        kind,
        count(changed),
        count(orders),
        number(updateSeconds),
        number(taskSeconds),
        number(taskSeconds / updateSeconds, 2),
      ]),
    ),
  );
  printTable(
    "A swap and a line that is added, against a change of the interval (ms)",
    ["contracts", "interval p50", "swap p50", "ratio", "add p50", "ratio"],
    shops.flatMap(({ contracts, content }) => {
      if (!content) return [];
      const [interval, swap, add] = [content.interval, content.swap, content.add].map(
        (all) => toLatency(all).p50,
      );
      if (!interval || !swap || !add) return [];
      return [
        [
          count(contracts),
          number(interval, 2),
          number(swap, 2),
          number(swap / interval, 2),
          number(add, 2),
          number(add / interval, 2),
        ],
      ];
    }),
  );
}
