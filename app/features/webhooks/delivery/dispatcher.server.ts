import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { listUnsequencedShops } from "~/features/events/sequencer.repo.server";
import { sequenceSomeEvents } from "~/features/events/sequencer.service.server";
import {
  type EndpointPlace,
  listDueEndpoints,
  releaseLeases,
  wakeEndpoints,
} from "~/features/webhooks/records/endpoints.repo.server";
import { logger } from "~/lib/logger.server";
import { databaseNow } from "~db/clock.server";
import { LEASE_MS } from "./claim.service.server";
import { type RoundOptions, runEndpoint } from "./round.service.server";

const LOOK_EVERY_MS = 500;
const IS_SET_BACK_MS = 5_000;
/** Endpoints a process works on at once: its slots. Most of that time is spent waiting for receivers. */
const AT_ONCE = 40;
/** The part of the slots that one shop may have: a shop whose receivers are slow leaves the others theirs. */
const SHARE = 1 / 4;
/** How long rounds may take to finish when the process has to end. */
const LEAVE_AFTER_MS = 4000;

/**
 * Gives positions to the events of every shop, of one with very many to some. A failure in one shop does not stop the
 * others.
 *
 * @returns whether more are waiting
 */
export async function sequenceSome({
  clock,
  signal,
}: Pick<RoundOptions, "clock" | "signal">): Promise<boolean> {
  let isMore = false;
  for (const shopId of await listUnsequencedShops()) {
    try {
      const last = await sequenceSomeEvents(shopId, clock, signal);
      isMore ||= last === null;
    } catch (error) {
      logger.error({ err: error, shopId }, "events got no places");
    }
  }
  return isMore;
}

const nameOf = ({ shopId, id }: EndpointPlace): string => `${shopId}/${id}`;

/**
 * Delivers webhooks until stopped. Not as jobs: a receiver that takes ten seconds to answer would block the process's
 * other jobs. Any number of processes may do this; leases assign endpoints to them. (decision 056)
 */
export function startDispatcher({
  atOnce = AT_ONCE,
  ...times
}: { atOnce?: number } & Pick<RoundOptions, "answerWithinMs" | "turnMs"> = {}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const options: RoundOptions = {
    ...times,
    owner: randomUUID(),
    clock: databaseNow,
    signal: stopping.signal,
  };
  const perShop = Math.max(1, Math.floor(atOnce * SHARE));
  const underWay = new Map<string, { shopId: number; round: Promise<void> }>();
  let lastLook = 0;

  function begin(place: EndpointPlace): void {
    const name = nameOf(place);
    const round = runEndpoint(place, options)
      .catch((error: unknown) => logger.error({ err: error, ...place }, "webhooks were not delivered"))
      .finally(() => underWay.delete(name));
    underWay.set(name, { shopId: place.shopId, round });
  }

  function countTaken(): Map<number, number> {
    const taken = new Map<number, number>();
    for (const { shopId } of underWay.values()) taken.set(shopId, (taken.get(shopId) ?? 0) + 1);
    return taken;
  }

  /** @returns whether there is more to do at once */
  async function look(): Promise<boolean> {
    const now = options.clock();
    if (now.getTime() < lastLook - IS_SET_BACK_MS)
      await wakeEndpoints(now, new Date(now.getTime() + LEASE_MS));
    lastLook = now.getTime();
    const isMore = await sequenceSome(options);
    const limit = atOnce - underWay.size;
    if (limit <= 0) return isMore;
    // Those in progress have a lease, so they are not among the due ones.
    for (const place of await listDueEndpoints(options.clock(), { limit, perShop, taken: countTaken() }))
      if (!underWay.has(nameOf(place)) && !stopping.signal.aborted) begin(place);
    return isMore;
  }

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const isMore = await look().catch((error: unknown) => {
        logger.warn({ err: error }, "webhooks wait for the database");
        return false;
      });
      if (isMore) continue;
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    async stop() {
      stopping.abort();
      const left = new AbortController();
      const patience = delay(LEAVE_AFTER_MS, undefined, { signal: left.signal }).catch(() => {});
      const rounds = [...underWay.values()].map(({ round }) => round);
      await Promise.race([Promise.all([looking, ...rounds]), patience]);
      left.abort();
      // What is still being sent is sent again by the next process, under the same id.
      await releaseLeases(options.owner).catch(() => {});
    },
  };
}
