import type { LoadOrder } from "../measure/load-client";
import type { LoadGenerator, Measured } from "../measure/servers";
import { type Latency, median, toLatency } from "../measure/statistics";
import { needleQueries } from "../shop/dataset";

const LIST = "/api/external/v2/subscription-contract-details";
const FIRST_PAGE = `${LIST}?size=50`;
const CONNECTIONS = 10;
/** Requests to warm up, so that both have compiled their hot code. A time limit would leave the slower one half-warm. */
const WARM_UP_REQUESTS = 5000;
const MAX_WARM_UP_ROUNDS = 10;

export type Effort = { rounds: number; milliseconds: number };

type Throughput = Latency & { perSecond: number; cpuMilliseconds: number };
export type Comparison = { app: Throughput; bare: Throughput; ratio: number };

type Sample = { perSecond: number[]; latencies: number[]; cpuMilliseconds: number[] };

/** The first page of the list, in the app and in the bare handler. */
export async function compareFirstPage(
  load: LoadGenerator,
  app: Measured,
  bare: Measured,
  effort: Effort,
): Promise<Comparison> {
  await requireSameBodies(app, bare);
  return compare(load, app, bare, () => ({ path: FIRST_PAGE }), effort);
}

/**
 * Requests per second of the app and of the bare handler, in alternating rounds with a ratio per round: other load of
 * the machine then affects both.
 *
 * @param toOrder makes the requests of a round
 */
export async function compare(
  load: LoadGenerator,
  app: Measured,
  bare: Measured,
  toOrder: () => Pick<LoadOrder, "path" | "paths" | "method">,
  { rounds, milliseconds }: Effort,
): Promise<Comparison> {
  const samples = { app: newSample(), bare: newSample() };
  const ratios: number[] = [];
  const measure = async (name: "app" | "bare", duration: number, into: Sample) => {
    const server = name === "app" ? app : bare;
    const cpuBefore = await server.readCpuSeconds();
    const { port, headers } = server;
    const result = await load.run({
      port,
      ...toOrder(),
      headers,
      connections: CONNECTIONS,
      milliseconds: duration,
    });
    const cpu = (await server.readCpuSeconds()) - cpuBefore;
    into.perSecond.push(result.latencies.length / result.seconds);
    into.cpuMilliseconds.push((cpu * 1000) / result.latencies.length);
    for (const latency of result.latencies) into.latencies.push(latency);
    return result.latencies.length / result.seconds;
  };
  for (const name of ["app", "bare"] as const) {
    const warmUp = newSample();
    while (warmUp.latencies.length < WARM_UP_REQUESTS && warmUp.perSecond.length < MAX_WARM_UP_ROUNDS)
      await measure(name, milliseconds, warmUp);
  }
  for (let round = 0; round < rounds; round++) {
    const rates = { app: 0, bare: 0 };
    const order = round % 2 === 0 ? (["app", "bare"] as const) : (["bare", "app"] as const);
    for (const name of order) rates[name] = await measure(name, milliseconds, samples[name]);
    ratios.push(rates.app / rates.bare);
  }
  return { app: toThroughput(samples.app), bare: toThroughput(samples.bare), ratio: median(ratios) };
}

const newSample = (): Sample => ({ perSecond: [], latencies: [], cpuMilliseconds: [] });

const toThroughput = ({ perSecond, latencies, cpuMilliseconds }: Sample): Throughput => ({
  perSecond: median(perSecond),
  cpuMilliseconds: median(cpuMilliseconds),
  ...toLatency(latencies),
});

/** A comparison means something only between equal answers. */
async function requireSameBodies(app: Measured, bare: Measured): Promise<void> {
  const read = async ({ port, headers }: Measured) => {
    const records = await (await fetch(`http://127.0.0.1:${port}${FIRST_PAGE}`, { headers })).json();
    return JSON.stringify(
      records.map((record: Record<string, unknown>) =>
        Object.entries({
          ...record,
          contractDetailsJSON: JSON.parse(String(record.contractDetailsJSON)),
          lastSuccessfulOrder: JSON.parse(String(record.lastSuccessfulOrder)),
        }).sort(),
      ),
    );
  };
  if ((await read(app)) !== (await read(bare)))
    throw new Error("The app and the bare handler answer differently.");
}

/** One request at a time, the paths in turn, round by round. @returns latencies of each path */
async function measureInTurn(
  load: LoadGenerator,
  targets: { server: Measured; path: string }[],
  { rounds, milliseconds }: Effort,
): Promise<Latency[]> {
  const samples: number[][] = targets.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { server, path }] of targets.entries()) {
      const { port, headers } = server;
      const { latencies } = await load.run({ port, path, headers, connections: 1, milliseconds });
      // The first round fills caches.
      if (round >= 0) samples[index]?.push(...latencies);
    }
  }
  return samples.map(toLatency);
}

export type FilterTimes = { filter: string; latencies: Latency[]; ratio: number };

/** Every filter at each size of the shop, with the same number of matches. `ratio`: largest to smallest shop. */
export async function measureFilters(
  load: LoadGenerator,
  shops: { contracts: number; app: Measured }[],
  effort: Effort,
): Promise<FilterTimes[]> {
  const times: FilterTimes[] = [];
  for (const filter of Object.keys(needleQueries(shops[0]?.contracts ?? 0))) {
    const targets = shops.map(({ contracts, app }) => ({
      server: app,
      path: `${FIRST_PAGE}&${needleQueries(contracts)[filter]}`,
    }));
    const latencies = await measureInTurn(load, targets, effort);
    const ratio = (latencies.at(-1)?.p50 ?? Number.NaN) / (latencies[0]?.p50 ?? Number.NaN);
    times.push({ filter, latencies, ratio });
  }
  return times;
}

export type PagingTimes = { first: Latency; far: Latency; farByPage: Latency; ratio: number };

/** The first page of 50 by cursor, the 1,000th by cursor, and the 1,000th by number. */
export async function measurePaging(
  load: LoadGenerator,
  app: Measured,
  effort: Effort,
): Promise<PagingTimes> {
  const targets = [`${FIRST_PAGE}&cursor=`, await findFarPage(app), `${FIRST_PAGE}&page=999`];
  const [first, far, farByPage] = await measureInTurn(
    load,
    targets.map((path) => ({ server: app, path })),
    effort,
  );
  if (!first || !far || !farByPage) throw new Error("nothing was measured");
  return { first, far, farByPage, ratio: far.p50 / first.p50 };
}

/** Follows the cursors over 999 pages of 50, in larger strides. */
async function findFarPage({ port, headers }: Measured): Promise<string> {
  let path = `${LIST}?size=1998&cursor=`;
  for (let skipped = 0; skipped < 999 * 50; skipped += 1998) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    await response.arrayBuffer();
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? "";
    path = new URL(next).pathname + new URL(next).search;
  }
  return path.replace("size=1998", "size=50");
}

export type PageCost = Latency & { cpuMilliseconds: number; bytes: number };

/**
 * Requests until V8 has compiled the code of the admin's list: it compiles for 5 s during the first 600 requests, for
 * 5 s during those up to 2,500, and hardly at all afterwards. From the 400th request on, a page seemed to cost 9 to
 * 10 ms that later costs 7.
 */
const WARM_UP_ADMIN_PAGES = 2500;

/** Cost of the first page of the admin's list for the server. */
export const measureAdminPage = (load: LoadGenerator, app: Measured, cookie: string, effort: Effort) =>
  measurePage(load, app, { path: "/admin/contracts?size=50", cookie, warmUp: WARM_UP_ADMIN_PAGES }, effort);

/**
 * Cost of an admin page for the server. `cookie` signs in; at least `warmUp` requests come before it, and for at least
 * as long as the measurement takes.
 */
export async function measurePage(
  load: LoadGenerator,
  app: Measured,
  { path, cookie, warmUp = 1 }: { path: string; cookie: string; warmUp?: number },
  { rounds, milliseconds }: Effort,
): Promise<PageCost> {
  const headers = { Cookie: cookie };
  const page = await fetch(`http://127.0.0.1:${app.port}${path}`, { headers, redirect: "manual" });
  if (page.status !== 200) throw new Error(`${path} answers ${page.status}`);
  const bytes = (await page.arrayBuffer()).byteLength;
  const order = { port: app.port, path, headers, connections: 1, milliseconds };
  for (let asked = 0; asked < warmUp; )
    asked += (await load.run({ ...order, milliseconds: milliseconds * rounds })).latencies.length;
  const latencies: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await app.readCpuSeconds();
    const result = await load.run(order);
    latencies.push(...result.latencies);
    cpu.push((((await app.readCpuSeconds()) - before) * 1000) / result.latencies.length);
  }
  return { ...toLatency(latencies), cpuMilliseconds: median(cpu), bytes };
}
