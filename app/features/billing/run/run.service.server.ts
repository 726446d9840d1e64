import type { PrincipalShop } from "~/access/principal";
import type { OpenGateway } from "~/features/billing/gateway/open-gateway.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import { stepOrder } from "~/features/billing/tries/step.service.server";
import { logger } from "~/lib/logger.server";
import { isDatabaseUnavailable } from "~db/errors";
import { shareTransactions } from "~db/together/shared-transactions.server";
import { shareReads } from "~db/together/waves.server";
import { claimOrders } from "./due-orders.repo.server";
import { MOST_IN_FLIGHT } from "./pace";
import { startPace } from "./pace.server";

/** New orders are claimed when less than this share of the places is taken. */
const CLAIM_BELOW = 0.75;
/** How long a process may keep an order. Longer than any charge; afterwards another may take over. */
export const LEASE_MS = 2 * 60_000;

export type RunOptions = {
  /** The shop's clock. */
  now: () => Date;
  /** The real one. */
  realNow: () => Date;
  signal: AbortSignal;
  /** 1 if orders must be charged one after the other. */
  inFlight?: number;
  open?: OpenGateway;
};

/**
 * Does what the shop's orders need now, until nothing is left. Any number of processes may run it at once, and may die
 * at any moment. An order that fails for a reason of its own keeps its lease until it expires; the others continue.
 *
 * @returns how many orders were claimed
 * @throws when the database stays down or `signal` is aborted: run it again later
 */
export async function chargeDue(
  shop: PrincipalShop,
  settings: BillingSettings,
  { now, realNow, signal, inFlight = MOST_IN_FLIGHT, open = openGateway }: RunOptions,
): Promise<number> {
  const underWay = new Set<Promise<void>>();
  const reads = shareReads();
  const transact = shareTransactions();
  const findPace = startPace();
  let taken = 0;
  let broken: unknown;
  const start = (attemptId: number, at: Date) => {
    const gateway = open(shop, at);
    if (!gateway) return;
    const audit = { actor: { type: "system", name: "Billing" } as const, requestId: null, now: at };
    const database = { on: reads(), transact };
    const work = stepOrder({ shop, gateway, settings, audit, database }, attemptId, null)
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) broken = error;
        else logger.error({ err: error, shopId: shop.id, attemptId }, "an order could not be charged");
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  for (;;) {
    const at = now();
    const real = realNow();
    const wasIdle = underWay.size === 0;
    const places = Math.min(inFlight, findPace());
    const most = Math.max(0, places - underWay.size);
    const claimed =
      signal.aborted || broken
        ? []
        : await claimOrders(shop.id, {
            now: at,
            due: toDueDates(at, { timeZone: shop.timeZone, hour: settings.billingHour }),
            realNow: real,
            leaseUntil: new Date(real.getTime() + LEASE_MS),
            most,
            isClosed: shop.closedAt !== null,
          });
    taken += claimed.length;
    for (const attemptId of claimed) start(attemptId, at);
    if (underWay.size === 0) {
      if (wasIdle) break;
      // Charges that ended while orders were claimed have freed others with the same payment method.
      continue;
    }
    // Check again: other orders of the contracts just charged are free now.
    if (claimed.length < most) await Promise.race(underWay);
    // Several at a time: a claim costs as much for many as for one.
    while (underWay.size > places * CLAIM_BELOW) await Promise.race(underWay);
  }
  if (broken) throw broken;
  signal.throwIfAborted();
  return taken;
}
