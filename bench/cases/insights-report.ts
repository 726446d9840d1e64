import type { InsightWork } from "../shop/insights-data";
import type { PageCost } from "./cases";

export type InsightTimes = InsightWork & { pages: { page: string; cost: PageCost }[] };
type Shop = { contracts: number; insights?: InsightTimes };
type Table = { title: string; head: string[]; rows: string[][] };

/** The tables of the insights' cases, for the shops they ran for. */
export function listInsightTables(shops: readonly Shop[]): Table[] {
  const measured = shops.flatMap(({ contracts, insights }) =>
    insights ? [{ contracts: contracts.toLocaleString("en"), ...insights }] : [],
  );
  return [
    {
      title: "Pages of the insights, one request at a time",
      head: ["contracts", "page", "p50", "p99", "CPU a request"],
      rows: measured.flatMap(({ contracts, pages }) =>
        pages.map(({ page, cost }) => [
          contracts,
          page,
          cost.p50.toFixed(1),
          cost.p99.toFixed(1),
          cost.cpuMilliseconds.toFixed(2),
        ]),
      ),
    },
    {
      title: "Counting all facts anew, and summing what is planned: seconds, without the database's CPU",
      head: ["contracts", "job", "seconds", "CPU", "peak MB"],
      rows: measured.flatMap(({ contracts, recount, snapshot, differences }) =>
        [
          { job: `recount, ${differences} differences`, work: recount },
          { job: "sum what is planned", work: snapshot },
        ].map(({ job, work }) => [
          contracts,
          job,
          work.seconds.toFixed(1),
          work.cpuSeconds.toFixed(1),
          work.peakMegabytes.toFixed(0),
        ]),
      ),
    },
  ];
}
