import type { BillingTimes } from "../cases/billing";
import type { BulkTimes } from "../cases/bulk";
import type { BulkEventTimes } from "../cases/bulk-events";
import type { Comparison, FilterTimes, PageCost, PagingTimes } from "../cases/cases";
import type { ContractComparison } from "../cases/contract-cases";
import type { EventTimes } from "../cases/events";
import type { FloodTimes } from "../cases/flood";
import { type InsightTimes, listInsightTables } from "../cases/insights-report";
import type { PortalComparison } from "../cases/portal-cases";
import type { Paint } from "../cases/portal-paint";
import type { Latency } from "../measure/statistics";
import type { KindTimes } from "../shop/bulk-kinds";
import type { ContentEdits } from "../shop/content-edits";
import type { EditCost } from "../shop/databases";
import { printContent } from "./report-content";
import { printEvents } from "./report-events";
import { printFlood } from "./report-flood";
import { type ManyShopsReport, printManyShops } from "./report-shops";
import { count, MEMORY, number, printTable, toMemoryCells } from "./tables";

/** Measurements of one shop; a case that did not run is missing. */
export type ShopReport = {
  contracts: number;
  firstPage?: Comparison;
  /** Compared with a handler that passes on the text of the same statement, without key and total. */
  firstPageLimit?: Comparison;
  paging?: PagingTimes;
  adminPage?: PageCost;
  contract?: ContractComparison;
  bundles?: Comparison;
  portal?: PortalComparison;
  flood?: FloodTimes;
  paint?: Paint;
  signIn?: { known: Latency; unknown: Latency; share: number };
  bulk?: BulkTimes;
  bulkKinds?: KindTimes[];
  content?: ContentEdits;
  billing?: BillingTimes;
  events?: EventTimes;
  bulkEvents?: BulkEventTimes;
  insights?: InsightTimes;
  edits?: Record<keyof EditCost, Latency>;
};

export type Report = {
  at: string;
  machine: { cpus: number; model: string; node: string };
  shops: ShopReport[];
  filters: FilterTimes[];
  manyShops: ManyShopsReport[];
};

const toPageCells = ({ cpuMilliseconds, p50, p99, bytes }: PageCost): string[] => [
  number(cpuMilliseconds),
  number(p50),
  number(p99),
  number(bytes / 1000, 0),
];
/** The numbers as tables that also read well in Markdown. */
export function printReport({ machine, shops, filters, manyShops }: Report): void {
  console.log(`\n${machine.cpus} × ${machine.model}, Node ${machine.node}. Times in milliseconds.\n`);
  printComparisons(
    "First page of 50: app (key, rate limit, exact total) against a bare handler, 10 connections",
    shops.map(({ contracts, firstPage, firstPageLimit }) => ({
      contracts,
      cases: {
        "first page": firstPage,
        "against the limit (the same statement, its text passed through)": firstPageLimit,
      },
    })),
  );
  printComparisons(
    "One contract: app against a bare handler of the same statements, 10 connections",
    shops.map(({ contracts, contract }) => ({ contracts, cases: { ...contract } })),
  );
  printComparisons(
    "Bundle detail, 1,000 bundles of 50 products: app against a bare handler, 10 connections",
    shops.map(({ contracts, bundles }) => ({ contracts, cases: { detail: bundles } })),
  );
  printComparisons(
    "Portal: app against a bare handler of the same statements (no tokens, no markup), 10 connections",
    shops.map(({ contracts, portal }) => ({ contracts, cases: { ...portal } })),
  );
  printTable(
    "Portal: the contract page on a slow phone",
    ["contracts", "LCP", "CLS", "requests but images"],
    shops.flatMap(({ contracts, paint }) =>
      paint ? [[count(contracts), number(paint.lcp, 0), number(paint.cls, 3), count(paint.requests)]] : [],
    ),
  );
  printTable(
    "Portal sign-in form: an address that is known against one that is not",
    ["contracts", "known p50", "unknown p50", "known slower"],
    shops.flatMap(({ contracts, signIn }) =>
      signIn
        ? [
            [
              count(contracts),
              number(signIn.known.p50, 2),
              number(signIn.unknown.p50, 2),
              `${number(signIn.share * 100)} % of pairs`,
            ],
          ]
        : [],
    ),
  );
  printFlood(shops);
  printManyShops(manyShops);
  printTable(
    "Every filter, page of 50, at equal numbers of matches",
    ["filter", ...shops.flatMap(({ contracts }) => [`p50 of ${count(contracts)}`, "p99"]), "ratio"],
    filters.map(({ filter, latencies, ratio }) => [
      filter,
      ...latencies.flatMap(({ p50, p99 }) => [number(p50), number(p99)]),
      number(ratio, 2),
    ]),
  );
  printTable(
    "Pages of 50 far into the list",
    ["contracts", "page", "p50", "p99", "ratio"],
    shops.flatMap(({ contracts, paging }) =>
      paging
        ? [
            [count(contracts), "1 by cursor", number(paging.first.p50), number(paging.first.p99), "1"],
            [
              count(contracts),
              "1,000 by cursor",
              number(paging.far.p50),
              number(paging.far.p99),
              number(paging.ratio, 2),
            ],
            [
              count(contracts),
              "1,000 by number",
              number(paging.farByPage.p50),
              number(paging.farByPage.p99),
              number(paging.farByPage.p50 / paging.first.p50, 2),
            ],
          ]
        : [],
    ),
  );
  printTable(
    "Admin list page of 50 rows",
    ["contracts", "server CPU", "p50", "p99", "KB"],
    shops.flatMap(({ contracts, adminPage: page }) =>
      page ? [[count(contracts), ...toPageCells(page)]] : [],
    ),
  );
  printTable(
    "Delivery price of all contracts, with verdicts, activity and events, against one plain UPDATE of the same rows",
    [
      "contracts",
      "changed",
      "UPDATE s",
      "task s",
      "ratio",
      "task s under load",
      "list p50",
      "p99",
      "worker MB",
    ],
    shops.flatMap(({ contracts, bulk }) =>
      bulk
        ? [
            [
              count(contracts),
              count(bulk.changed),
              number(bulk.updateSeconds),
              number(bulk.quietSeconds),
              number(bulk.ratio, 2),
              number(bulk.loadedSeconds),
              number(bulk.list.p50),
              number(bulk.list.p99),
              number(bulk.workerPeakMegabytes, 0),
            ],
          ]
        : [],
    ),
  );
  printContent(shops);
  printTable(
    "Orders due, charged by one worker at a gateway that answers after 50 ms; without and with pages asked for",
    ["contracts", "orders", "orders/s", "with pages", "worker CPU an order", ...MEMORY],
    shops.flatMap(({ contracts, billing }) =>
      billing
        ? [
            [
              count(contracts),
              count(billing.orders),
              number(billing.quietPerSecond, 0),
              number(billing.loadedPerSecond, 0),
              number(billing.cpuMilliseconds, 2),
              ...toMemoryCells(billing.megabytes),
            ],
          ]
        : [],
    ),
  );
  printTable(
    "Pages while orders are charged (50 lists of 50 and 10 portal pages a second)",
    ["contracts", "page", "p50 at rest", "p99", "p50 during", "p99"],
    shops.flatMap(({ contracts, billing }) =>
      billing
        ? (["list", "portal"] as const).map((page) => [
            count(contracts),
            page,
            number(billing.atRest[page].p50),
            number(billing.atRest[page].p99),
            number(billing.during[page].p50),
            number(billing.during[page].p99),
          ])
        : [],
    ),
  );
  printTable(
    "The next order of every contract planned, against one plain INSERT of the same rows",
    ["contracts", "orders", "INSERT s", "planning s", "ratio"],
    shops.flatMap(({ contracts, billing }) =>
      billing
        ? [
            [
              count(contracts),
              count(billing.planning.rows),
              number(billing.planning.insertSeconds, 2),
              number(billing.planning.planSeconds, 2),
              number(billing.planning.planSeconds / billing.planning.insertSeconds, 2),
            ],
          ]
        : [],
    ),
  );
  for (const { title, head, rows } of listInsightTables(shops)) printTable(title, head, rows);
  printTable(
    "An edit (pause or resume), and against it without its counters or its facts: those are written twice to tell",
    ["contracts", "what", "p50", "p99", "ratio"],
    shops.flatMap(({ contracts, edits }) => (edits ? toEditRows(contracts, edits) : [])),
  );
  printEvents(shops);
}

/** Cost of a part that is written twice: the edit with it compared with one without. */
function toEditRows(contracts: number, { asItIs, ...twice }: NonNullable<ShopReport["edits"]>): string[][] {
  const parts = [
    ["counters twice", twice.countersTwice],
    ["facts twice", twice.factsTwice],
  ] as const;
  return [
    [count(contracts), "as it is", number(asItIs.p50, 2), number(asItIs.p99, 2), ""],
    ...parts.map(([name, { p50, p99 }]) => {
      const withoutIt = asItIs.p50 - (p50 - asItIs.p50);
      return [count(contracts), name, number(p50, 2), number(p99, 2), number(asItIs.p50 / withoutIt, 2)];
    }),
  ];
}

type CompareRow = { contracts: number; cases: Record<string, Comparison | undefined> };

function printComparisons(title: string, shops: CompareRow[]): void {
  const head = [
    "contracts",
    "what",
    "server",
    "requests/s",
    "p50",
    "p99",
    "CPU a request",
    "CPU above",
    "ratio",
  ];
  const rows = shops.flatMap(({ contracts, cases }) =>
    Object.entries(cases).flatMap(([what, comparison]) => {
      if (!comparison) return [];
      const { app, bare, ratio } = comparison;
      const above = app.cpuMilliseconds - bare.cpuMilliseconds;
      return [
        [count(contracts), what, "app", ...toCells(app), number(above, 2), number(ratio, 2)],
        [count(contracts), what, "bare", ...toCells(bare), "", "1"],
      ];
    }),
  );
  printTable(title, head, rows);
}

const toCells = ({ perSecond, p50, p99, cpuMilliseconds }: Comparison["app"]): string[] => [
  number(perSecond, 0),
  number(p50),
  number(p99),
  number(cpuMilliseconds, 2),
];
