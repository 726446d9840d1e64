import type { PrincipalShop } from "~/access/principal";
import {
  findTestClock,
  moveTestClock,
  setTestClockArrived,
  takeClockLock,
} from "~/access/test-clock.repo.server";
import { findNextWork } from "~/features/billing/run/due-orders.repo.server";
import { chargeDue, type RunOptions } from "~/features/billing/run/run.service.server";
import { toDueDates, toDueInstant } from "~/features/billing/settings/billing-day";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import { announceOrders, findNextAnnouncement } from "~/features/billing/upcoming/announce.service.server";
import { endContracts } from "~/features/contracts/ending/end-contracts.service.server";
import { findNextEnd } from "~/features/contracts/ending/ended-contracts.repo.server";
import { topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { env } from "~/lib/env.server";
import { connect } from "~db/client.server";

type Options = Omit<RunOptions, "now" | "inFlight">;

/**
 * Moves a shop's test clock to its target, from one instant at which something is due to the next: everything due is
 * done, one order after the other, before the clock moves on. After a crash it continues from where the clock is.
 */
export async function advanceClock(
  shop: PrincipalShop,
  settings: BillingSettings,
  options: Options,
): Promise<void> {
  // A connection of its own: the lock is held until the clock has arrived, while the work uses the pool.
  const own = connect(env.DATABASE_URL, { max: 1, mayRest: true });
  try {
    await own.db.transaction(async (tx) => {
      if (await takeClockLock(tx, shop.id)) await advance(shop, settings, options);
    });
  } finally {
    await own.client.end({ timeout: 1 });
  }
}

async function advance(shop: PrincipalShop, settings: BillingSettings, options: Options): Promise<void> {
  for (;;) {
    const clock = await findTestClock(shop);
    if (!clock) return;
    await topUpShop(shop, clock.now);
    await announceOrders(shop, settings, clock.now);
    await chargeDue(shop, settings, { ...options, now: () => clock.now, inFlight: 1 });
    await endContracts(shop, clock.now, options.signal);
    if (clock.now >= clock.target) {
      if (await setTestClockArrived(clock)) return;
      // It has been set again meanwhile.
      continue;
    }
    const next = await findNextInstant(shop, settings, clock.now);
    const to = next && next < clock.target ? next : clock.target;
    await moveTestClock(shop.id, to, options.realNow());
  }
}

async function findNextInstant(
  shop: PrincipalShop,
  settings: BillingSettings,
  now: Date,
): Promise<Date | null> {
  const billing = { timeZone: shop.timeZone, hour: settings.billingHour };
  const { before } = toDueDates(now, billing);
  const { billingDate, stepAt } = await findNextWork(shop.id, { now, before });
  const instants = [
    stepAt,
    billingDate && toDueInstant(billingDate, billing),
    await findNextAnnouncement(shop, settings, now),
    await findNextEnd(shop.id, now),
  ].filter((at) => at !== null);
  return instants.sort((a, b) => +a - +b)[0] ?? null;
}
