import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { listUnsequencedShops } from "~/features/events/sequencer.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { LEASE_MS } from "~/features/webhooks/delivery/claim.service.server";
import { type RoundOptions, runEndpoint } from "~/features/webhooks/delivery/round.service.server";
import {
  type EndpointPlace,
  listDueEndpoints,
  releaseLeases,
  wakeEndpoints,
} from "~/features/webhooks/records/endpoints.repo.server";
import { logger } from "~/lib/logger.server";
import { databaseNow } from "~db/clock.server";

const LOOK_EVERY_MS = 500;
const IS_SET_BACK_MS = 5_000;
/** Endpoints a process works on at once. Most of that time is spent waiting for receivers. */
const AT_ONCE = 40;
/** How long rounds may take to finish when the process has to end. */
const LEAVE_AFTER_MS = 4000;

/** Gives positions to the events of every shop. A failure in one shop does not stop the others. */
async function sequenceAll({ clock, signal }: Pick<RoundOptions, "clock" | "signal">): Promise<void> {
  for (const shopId of await listUnsequencedShops()) {
    try {
      while (!signal.aborted && (await sequenceEvents(shopId, clock())) === null);
    } catch (error) {
      logger.error({ err: error, shopId }, "events got no places");
    }
  }
}

const nameOf = ({ shopId, id }: EndpointPlace): string => `${shopId}/${id}`;

/** Delivers everything that is due, in every shop, until nothing is left; for the benchmark and tests. */
export async function deliverAllDue(
  options: Omit<RoundOptions, "owner"> & { owner?: string },
): Promise<void> {
  const all = { owner: randomUUID(), ...options };
  await sequenceAll(all);
  for (;;) {
    const due = await listDueEndpoints(all.clock(), AT_ONCE);
    if (due.length === 0 || all.signal.aborted) return;
    await Promise.all(due.map((place) => runEndpoint(place, all)));
  }
}

/**
 * Delivers webhooks until stopped. Not as jobs: a receiver that takes ten seconds to answer would block the process's
 * other jobs. Any number of processes may do this; leases assign endpoints to them. (decision 056)
 */
export function startDispatcher(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const options: RoundOptions = { owner: randomUUID(), clock: databaseNow, signal: stopping.signal };
  const underWay = new Map<string, Promise<void>>();
  let lastLook = 0;

  function begin(place: EndpointPlace): void {
    const name = nameOf(place);
    const round = runEndpoint(place, options)
      .catch((error: unknown) => logger.error({ err: error, ...place }, "webhooks were not delivered"))
      .finally(() => underWay.delete(name));
    underWay.set(name, round);
  }

  async function look(): Promise<void> {
    const now = options.clock();
    if (now.getTime() < lastLook - IS_SET_BACK_MS)
      await wakeEndpoints(now, new Date(now.getTime() + LEASE_MS));
    lastLook = now.getTime();
    await sequenceAll(options);
    const free = AT_ONCE - underWay.size;
    if (free <= 0) return;
    // Those in progress have a lease, so they are not among the due ones.
    for (const place of await listDueEndpoints(options.clock(), free))
      if (!underWay.has(nameOf(place)) && !stopping.signal.aborted) begin(place);
  }

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => logger.warn({ err: error }, "webhooks wait for the database"));
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    async stop() {
      stopping.abort();
      const left = new AbortController();
      const patience = delay(LEAVE_AFTER_MS, undefined, { signal: left.signal }).catch(() => {});
      await Promise.race([Promise.all([looking, ...underWay.values()]), patience]);
      left.abort();
      // What is still being sent is sent again by the next process, under the same id.
      await releaseLeases(options.owner).catch(() => {});
    },
  };
}
