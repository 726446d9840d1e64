import type { FloodTimes } from "../cases/flood";
import { count, number, printTable } from "./tables";

/** How a key that calls far above its limit affects another. */
export function printFlood(shops: readonly { contracts: number; flood?: FloodTimes }[]): void {
  printTable(
    "The list, read 50 times a second by one key, while another calls as fast as it can, 50 connections",
    ["contracts", "the other key", "its calls/s", "answered/s", "p50", "p99", "ratio of p99"],
    shops.flatMap(({ contracts, flood }) => {
      if (!flood) return [];
      const calls = [flood.callsPerSecond, flood.answeredPerSecond].map((each) => count(Math.round(each)));
      return (
        [
          ["rests", ["", ""], flood.rest],
          ["has calls left", ["", ""], flood.burst],
          ["is beyond its limit", calls, flood.flood],
        ] as const
      ).map(([what, its, { p50, p99 }]) => [
        count(contracts),
        what,
        ...its,
        number(p50),
        number(p99),
        number(p99 / flood.rest.p99, 2),
      ]);
    }),
  );
}
