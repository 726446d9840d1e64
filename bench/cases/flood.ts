import { type LoadGenerator, startApp, startLoadGenerator } from "../measure/servers";
import { type Latency, median, toLatency } from "../measure/statistics";
import type { Access } from "../shop/databases";

const LIST = "/api/external/v2/subscription-contract-details?size=50";
/** Half of a key's rate limit. */
const READS_A_SECOND = 50;
const READER_CONNECTIONS = 10;
const FLOOD_CONNECTIONS = 50;
/** The usual rate, but fewer calls at once: the flooding key is soon beyond its limit. */
const RATE_LIMIT = { RATE_LIMIT_PER_SECOND: "100", RATE_LIMIT_BURST: "200" };
const WARM_UP_MS = 5000;
const REST_MS = 4000;
/** How long the tokens that the flooding key has gained at rest may last. */
const BURST_MS = 2000;
const FLOOD_MS = 4000;

export type FloodTimes = {
  /** Reads of the other key: at rest, while the flooding key still has calls left, and while it is beyond its limit. */
  rest: Latency;
  burst: Latency;
  flood: Latency;
  /** The flooding key's calls a second, and those of them that were not refused. */
  callsPerSecond: number;
  answeredPerSecond: number;
};

/**
 * One key calls as fast as it can, while another reads the list at a steady rate. Rest and flood alternate, so that
 * other load of the machine affects both.
 */
export async function measureFlood(
  databaseUrl: string,
  access: Access,
  load: LoadGenerator,
  rounds: number,
): Promise<FloodTimes> {
  const app = await startApp(databaseUrl, access, RATE_LIMIT);
  const floodLoad = startLoadGenerator({ mayFail: true });
  const order = { port: app.port, path: LIST };
  const read = async (milliseconds: number) => {
    const pace = { connections: READER_CONNECTIONS, perSecond: READS_A_SECOND, milliseconds };
    return (await load.run({ ...order, headers: app.headers, ...pace })).latencies;
  };
  const flood = async (milliseconds: number) => {
    const headers = { "X-API-Key": access.otherApiKey };
    const all = { ...order, headers, milliseconds, connections: FLOOD_CONNECTIONS };
    const { latencies, failures, seconds } = await floodLoad.run(all);
    return { calls: (latencies.length + failures) / seconds, answered: latencies.length / seconds };
  };
  const samples = { rest: [] as number[], burst: [] as number[], flood: [] as number[] };
  const floods: Awaited<ReturnType<typeof flood>>[] = [];
  try {
    // Both kinds of answers are compiled then.
    await Promise.all([flood(WARM_UP_MS), read(WARM_UP_MS)]);
    for (let round = 0; round < rounds; round++) {
      samples.rest.push(...(await read(REST_MS)));
      const flooding = flood(BURST_MS + FLOOD_MS);
      samples.burst.push(...(await read(BURST_MS)));
      samples.flood.push(...(await read(FLOOD_MS)));
      floods.push(await flooding);
    }
  } finally {
    floodLoad.stop();
    await app.stop();
  }
  return {
    rest: toLatency(samples.rest),
    burst: toLatency(samples.burst),
    flood: toLatency(samples.flood),
    callsPerSecond: median(floods.map(({ calls }) => calls)),
    answeredPerSecond: median(floods.map(({ answered }) => answered)),
  };
}
