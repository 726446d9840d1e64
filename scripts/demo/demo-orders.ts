import { type BillingSchedule, billingSlots, listNextSlots } from "~/features/order-schedule/schedule";
import { addDays } from "./demo-days";
import type { DemoAttempt, DemoShop } from "./demo-shop";

/**
 * The orders of a contract from its first charge until it stopped or until now, and upcoming ones that differ from what
 * the top-up plans.
 *
 * @param fate.cycles the contract ended with this many orders, including the one it was bought with
 */
export function makeOrders(
  schedule: BillingSchedule,
  fate: {
    stop: Date | null;
    cycles: number | null;
    lastFails: boolean;
    skipsNext: boolean;
    isPaused: boolean;
  },
  shop: DemoShop,
): { attempts: DemoAttempt[]; coming: Date[]; endedAt: Date | null } {
  const { random, now, timeZone } = shop;
  const slots: Date[] = [];
  for (const slot of billingSlots(schedule, timeZone, schedule.start)) {
    if (slot > (fate.stop ?? now) || slots.length + 1 === fate.cycles) break;
    slots.push(slot);
  }
  const attempts = slots.map((slot, index) => {
    const isLast = index === slots.length - 1;
    if (fate.lastFails && isLast) return toFailed(slot, shop);
    return random.chance(0.04) && !isLast ? toSkipped(slot, shop) : toMade(slot, shop);
  });
  const coming = listNextSlots(schedule, timeZone, now, 4);
  if (fate.skipsNext) for (const slot of coming.splice(0, 1)) attempts.push(toSkipped(slot, shop));
  if (fate.isPaused)
    for (const slot of coming.slice(0, 3)) attempts.push({ ...toSkipped(slot, shop), status: "PARKED" });
  return { attempts, coming, endedAt: fate.cycles === null ? fate.stop : (slots.at(-1) ?? schedule.start) };
}

const ORDER_SECONDS = 4;

function toAttempt(billingDate: Date, { shopId, random }: DemoShop): DemoAttempt {
  const createdAt = addDays(billingDate, -21);
  return { shopId, status: "QUEUED", billingDate, idempotencyKey: random.uuid(), createdAt };
}

function toMade(slot: Date, shop: DemoShop): DemoAttempt {
  const completedAt = new Date(slot.getTime() + ORDER_SECONDS * 1000);
  return { ...toAttempt(slot, shop), status: "SUCCESS", attemptCount: 1, attemptTime: slot, completedAt };
}

const toSkipped = (slot: Date, shop: DemoShop): DemoAttempt => ({
  ...toAttempt(slot, shop),
  status: "SKIPPED",
});

function toFailed(slot: Date, shop: DemoShop): DemoAttempt {
  const [errorCode, errorMessage] = shop.random.pick([
    ["payment_declined", "The payment was declined."],
    ["insufficient_funds", "The account did not have enough money."],
    ["expired_payment_method", "The payment method has expired."],
  ]);
  const attemptCount = shop.random.int(1, 3);
  // Tried again twice at most, the last time some hours ago.
  const retriedAt = addDays(slot, (attemptCount - 1) * 0.9);
  const latest = addDays(shop.now, -shop.random.int(2, 44) / 24);
  const attemptTime = new Date(Math.max(slot.getTime(), Math.min(retriedAt.getTime(), latest.getTime())));
  return { ...toMade(slot, shop), status: "FAILURE", attemptCount, attemptTime, errorCode, errorMessage };
}
