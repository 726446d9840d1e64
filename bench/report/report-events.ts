import type { BulkEventTimes } from "../cases/bulk-events";
import type { EventTimes } from "../cases/events";
import { count, MEMORY, number, printTable, toMemoryCells } from "./tables";

/** Cost of outgoing events, and their delivery. */
export function printEvents(
  shops: readonly { contracts: number; events?: EventTimes; bulkEvents?: BulkEventTimes }[],
): void {
  const measured = shops.flatMap(({ contracts, events }) => (events ? [{ contracts, ...events }] : []));
  printTable(
    "An edit (next date moved) without webhook endpoints and with three, 50 a second; a worker delivers meanwhile",
    ["contracts", "endpoints", "p50", "p99", "ratio"],
    measured.flatMap(({ contracts, edit }) => [
      [count(contracts), "0", number(edit.without.p50, 2), number(edit.without.p99, 2), "1"],
      [count(contracts), "3", number(edit.with.p50, 2), number(edit.with.p99, 2), number(edit.ratio, 2)],
    ]),
  );
  printTable(
    "Deliveries to a local receiver, one worker; a page of 1,000 of a stream of a million events",
    ["contracts", "a minute", "worker MB before", "peak", "first page p50", "last page p50", "ratio"],
    measured.map(({ contracts, deliveriesPerMinute, workerMegabytes, page }) => [
      count(contracts),
      count(Math.round(deliveriesPerMinute)),
      number(workerMegabytes.start, 0),
      number(workerMegabytes.peak, 0),
      number(page.first.p50),
      number(page.far.p50),
      number(page.far.p50 / page.first.p50, 2),
    ]),
  );
  printTable(
    "Every event of a bulk change of all contracts, delivered to one endpoint by one worker",
    ["contracts", "changed", "events", "twice", "a minute", ...MEMORY],
    shops.flatMap(({ contracts, bulkEvents }) =>
      bulkEvents
        ? [
            [
              count(contracts),
              count(bulkEvents.changed),
              count(bulkEvents.events),
              count(bulkEvents.twice),
              count(Math.round(bulkEvents.deliveriesPerMinute)),
              ...toMemoryCells(bulkEvents.megabytes),
            ],
          ]
        : [],
    ),
  );
}
