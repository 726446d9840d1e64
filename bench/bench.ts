import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readCommandLine } from "../scripts/command-line/command-line.mjs";
import { measureBilling } from "./cases/billing";
import { measureBulk } from "./cases/bulk";
import { measureBulkEvents } from "./cases/bulk-events";
import { compareBundleReads } from "./cases/bundle-cases";
import {
  compareFirstPage,
  type Effort,
  measureAdminPage,
  measureFilters,
  measurePaging,
} from "./cases/cases";
import { compareContract } from "./cases/contract-cases";
import { measureEvents } from "./cases/events";
import { measureFlood } from "./cases/flood";
import { measureInsights } from "./cases/insights";
import { comparePortal, openVisits } from "./cases/portal-cases";
import { measurePaint } from "./cases/portal-paint";
import { measureShops } from "./cases/shops";
import { type Measured, startApp, startBareServer, startLoadGenerator } from "./measure/servers";
import { toLatency, toShareSlower } from "./measure/statistics";
import { printReport, type Report, type ShopReport } from "./report/report";
import {
  cloneDatabase,
  measureBulkKinds,
  measureContentEdits,
  measureEdits,
  measureSignInTimes,
  requireAccess,
  requireBenchDatabase,
  requireBundles,
  requireContracts,
  startBenchServer,
  toOwnServer,
} from "./shop/databases";

const USAGE = `npm run bench -- [options]
  --sizes 10000,100000,1000000   contracts of the shops, each a multiple of 10000 (a million takes two minutes to make, once)
  --rounds 9              rounds of each comparison
  --seconds 2             length of a round
  --database postgres://…  a database of your own instead, such as a Citus coordinator: it is filled if it has no shop. One size
  --only first,filters,paging,admin,contract,bundles,portal,flood,edits,content,bulk,bulk-kinds,billing,events,bulk-events,insights,shops (bulk-events delivers an event of every contract: 20 minutes for a million;
                          shops spreads the contracts over shops of ten each)
  --out file.json         default bench/results/latest.json`;

/** What runs unless cases are named. Not `bulk-events`, which takes long, and `shops`, whose sizes are others. */
const CASES = [
  "first",
  "filters",
  "paging",
  "admin",
  "contract",
  "bundles",
  "portal",
  "flood",
  "edits",
  "content",
  "bulk",
  "bulk-kinds",
  "billing",
  "events",
  "insights",
];
/** Page 1,000 of 50 needs this many contracts. */
const LEAST_FOR_PAGING = 60_000;
/** In a smaller shop the task ends before anything can be measured. */
const LEAST_FOR_BULK = 100_000;

const SIZE_STEP = 10_000;

function readInput() {
  const { values, toNumber, problems, refuse } = readCommandLine(USAGE, {
    sizes: "string",
    rounds: "string",
    seconds: "string",
    database: "string",
    only: "string",
    out: "string",
  });
  const { sizes: sizesAsked = "10000,100000,1000000", only: casesAsked = CASES.join() } = values;
  const sizes = sizesAsked.split(",").map(Number);
  if (!sizes.every((size) => size > 0 && size % SIZE_STEP === 0))
    problems.push({ option: "--sizes", detail: `write multiples of ${SIZE_STEP}, with commas.` });
  const only = casesAsked.split(",");
  const known = [...CASES, "bulk-events", "shops"];
  if (!only.every((name) => known.includes(name)))
    problems.push({ option: "--only", detail: `write some of ${known.join()}.` });
  const { database = null } = values;
  if (database !== null && !URL.canParse(database))
    problems.push({ option: "--database", detail: "write postgres://user:password@host:5432/name." });
  const rounds = toNumber("rounds", 9);
  const seconds = toNumber("seconds", 2, { least: 0.1, isWhole: false });
  refuse();
  return {
    sizes: sizes.sort((a, b) => a - b),
    only: new Set(only),
    effort: { rounds, milliseconds: seconds * 1000 },
    database,
    out: values.out ?? path.resolve("bench/results/latest.json"),
  };
}

/** `npm run bench`. @param prepare done once the command line is right */
export async function runBench(prepare: () => Promise<void>): Promise<void> {
  const { database, out, ...wanted } = readInput();
  if (!isOnlyShops(wanted.only)) await prepare();
  const server = database ? toOwnServer(database) : await startBenchServer();
  const load = startLoadGenerator();
  try {
    const report = await measureAll({ server, load, ...wanted });
    printReport(report);
    mkdirSync(path.dirname(out), { recursive: true });
    writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\nWritten to ${path.relative(process.cwd(), out)}.`);
  } finally {
    load.stop();
    await server.stop();
  }
}

type Plan = {
  server: Awaited<ReturnType<typeof startBenchServer>>;
  load: ReturnType<typeof startLoadGenerator>;
  sizes: number[];
  only: Set<string>;
  effort: Effort;
};

async function measureAll({ server, load, sizes, only, effort }: Plan): Promise<Report> {
  const report: Report = {
    at: new Date().toISOString(),
    machine: { cpus: os.cpus().length, model: os.cpus()[0]?.model ?? "", node: process.version },
    shops: [],
    filters: [],
    manyShops: [],
  };
  if (only.has("shops"))
    for (const contracts of sizes) {
      console.log(`Measuring ${contracts.toLocaleString("en")} contracts in many shops …`);
      report.manyShops.push({ contracts, ...(await measureShops(server, contracts)) });
    }
  if (isOnlyShops(only)) return report;
  const apps: { contracts: number; app: Measured }[] = [];
  try {
    for (const contracts of sizes) {
      const url = await requireBenchDatabase(server, contracts);
      const access = await requireAccess(url);
      const app = await startApp(url, access);
      apps.push({ contracts, app });
      const shop: ShopReport = { contracts };
      report.shops.push(shop);
      console.log(`Measuring a shop with ${contracts.toLocaleString("en")} contracts …`);
      if (only.has("first")) {
        const bare = await startBareServer(url, access);
        shop.firstPage = await compareFirstPage(load, app, bare, effort);
        await bare.stop();
        const limit = await startBareServer(url, access, { passesList: true });
        shop.firstPageLimit = await compareFirstPage(load, app, limit, effort);
        await limit.stop();
      }
      if (only.has("paging") && contracts >= LEAST_FOR_PAGING)
        shop.paging = await measurePaging(load, app, toShort(effort));
      if (only.has("admin"))
        shop.adminPage = await measureAdminPage(load, app, access.cookie, toShort(effort));
      if (only.has("contract")) {
        const bare = await startBareServer(url, access);
        shop.contract = await compareContract(load, app, bare, await requireContracts(url, 500), effort);
        await bare.stop();
      }
      if (only.has("bundles")) {
        const handles = await requireBundles(url);
        const bare = await startBareServer(url, access);
        shop.bundles = await compareBundleReads(load, app, bare, handles, effort);
        await bare.stop();
      }
      if (only.has("portal")) {
        const visits = await openVisits(app);
        const bare = await startBareServer(url, access);
        shop.portal = await comparePortal(load, app, bare, visits, effort);
        await bare.stop();
        shop.paint = await measurePaint(app, visits);
        const { known, unknown } = await measureSignInTimes(url, 500);
        const share = toShareSlower(known, unknown);
        shop.signIn = { known: toLatency(known), unknown: toLatency(unknown), share };
      }
      if (only.has("flood")) shop.flood = await measureFlood(url, access, load, effort.rounds);
      if (only.has("edits")) {
        const { asItIs, countersTwice, factsTwice } = await measureEdits(url, 3000);
        shop.edits = {
          asItIs: toLatency(asItIs),
          countersTwice: toLatency(countersTwice),
          factsTwice: toLatency(factsTwice),
        };
      }
    }
    if (only.has("filters")) {
      console.log("Measuring every filter …");
      report.filters = await measureFilters(load, apps, { rounds: effort.rounds, milliseconds: 150 });
    }
  } finally {
    for (const { app } of apps) await app.stop();
  }
  // Only now: a database can be copied only while nobody else is connected.
  if (only.has("bulk"))
    for (const shop of report.shops) {
      if (shop.contracts < LEAST_FOR_BULK) continue;
      console.log(`Changing ${shop.contracts.toLocaleString("en")} contracts at once …`);
      shop.bulk = await measureBulk(server, await requireBenchDatabase(server, shop.contracts), load);
    }
  for (const shop of report.shops) {
    if (!only.has("content") && !only.has("bulk-kinds")) break;
    const copy = await cloneDatabase(server, await requireBenchDatabase(server, shop.contracts));
    if (only.has("content")) shop.content = await measureContentEdits(copy.url, 1500);
    if (only.has("bulk-kinds")) shop.bulkKinds = await measureBulkKinds(copy.url);
    await copy.drop();
  }
  if (only.has("billing"))
    for (const shop of report.shops) {
      console.log(`Charging what is due in a shop with ${shop.contracts.toLocaleString("en")} contracts …`);
      const url = await requireBenchDatabase(server, shop.contracts);
      shop.billing = await measureBilling(server, url, load, shop.contracts);
    }
  if (only.has("events"))
    for (const shop of report.shops) {
      console.log(`Sending events of a shop with ${shop.contracts.toLocaleString("en")} contracts …`);
      shop.events = await measureEvents(server, await requireBenchDatabase(server, shop.contracts), load);
    }
  if (only.has("bulk-events"))
    for (const shop of report.shops) {
      console.log(`Delivering an event of each of ${shop.contracts.toLocaleString("en")} contracts …`);
      const url = await requireBenchDatabase(server, shop.contracts);
      shop.bulkEvents = await measureBulkEvents(server, url);
    }
  if (only.has("insights"))
    for (const shop of report.shops) {
      console.log(`Counting and summing a shop with ${shop.contracts.toLocaleString("en")} contracts …`);
      const url = await requireBenchDatabase(server, shop.contracts);
      shop.insights = await measureInsights(server, url, load, toShort(effort));
    }
  return report;
}

/** It needs neither the built app nor a shop with all contracts. */
const isOnlyShops = (only: ReadonlySet<string>): boolean => only.size === 1 && only.has("shops");

const toShort = ({ rounds, milliseconds }: Effort): Effort => ({ rounds, milliseconds: milliseconds / 4 });
