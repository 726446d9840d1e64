import { Temporal } from "temporal-polyfill";
import type { PrincipalShop } from "~/access/principal";
import { lockShopSettings } from "~/access/shops.repo.server";
import {
  deleteTestClock,
  findTestClock,
  hasOrdersAfter,
  isOnItsWay,
  lockTestClock,
  saveTestClock,
  type TestClockRow,
  takeClockLock,
} from "~/access/test-clock.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { requireMatch, Tagged, toEntityTag, type WantedTags } from "~/http/request/entity-tags";
import type { RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

export type TestClock = { now: string; status: "READY" | "ADVANCING" };

/** When first set, it may be at most a day in the past; it may be moved by at most two years at once. */
const FARTHEST_BACK_MS = DAY_MS;
const MOST_YEARS = 2;

const toTestClock = (row: TestClockRow | null, receivedAt: Date): TestClock => ({
  now: (row?.now ?? receivedAt).toISOString(),
  status: row && isOnItsWay(row) ? "ADVANCING" : "READY",
});

function requireTestShop({ gateway }: Pick<PrincipalShop, "gateway">): void {
  if (gateway !== "test")
    throw new ProblemError("forbidden", "Only a shop on the test gateway has a test clock.");
}

/** The shop's clock; the real one until it is set. @throws ProblemError forbidden for shops on other gateways */
export async function readTestClock(shop: PrincipalShop, receivedAt: Date): Promise<TestClock> {
  requireTestShop(shop);
  return toTestClock(await findTestClock(shop), receivedAt);
}

const refuseInstant = (detail: string): ProblemError =>
  invalidRequest([{ parameter: "now", code: "out_of_range", detail }]);

/**
 * Sets the shop's clock, or moves it forward. Everything that falls due on the way is done in order, by the worker,
 * while it is ADVANCING; then it stands still (wire.md §5).
 *
 * @param seenTarget the target of the clock that the form showed (ISO; empty = the real clock): a form sent twice moves
 *   it once
 * @throws ProblemError forbidden for other shops; invalid_request for an instant before its own, more than two years
 *   ahead, or when first set more than a day ago; stale_version for a clock that was moved since a form was shown
 */
export async function setTestClock(
  shop: PrincipalShop,
  wanted: Date,
  audit: Audit<RealTime>,
  { seenTarget, ifMatch }: { seenTarget?: string; ifMatch?: WantedTags } = {},
): Promise<TestClock> {
  const receivedAt = audit.now;
  return inTransaction(async (tx) => {
    // There may be no clock to lock yet, and the shop may have got another gateway since it was read.
    const locked = await lockShopSettings(tx, shop.id);
    requireTestShop(locked ?? { gateway: "none" });
    const before = await lockTestClock(tx, shop.id);
    requireClockAsSeen(ifMatch, before, receivedAt);
    if (seenTarget !== undefined && (before?.target.toISOString() ?? "") !== seenTarget)
      throw new ProblemError("stale_version", "The clock was moved meanwhile. Look where it is first.");
    if (before && wanted < before.target)
      throw refuseInstant(`The clock only moves forward: it is at ${before.target.toISOString()}.`);
    if (!before && wanted.getTime() < receivedAt.getTime() - FARTHEST_BACK_MS)
      throw refuseInstant("Use an instant from a day ago on.");
    const from = before?.now ?? receivedAt;
    const farthest = new Date(from);
    farthest.setUTCFullYear(farthest.getUTCFullYear() + MOST_YEARS);
    if (wanted > farthest) throw refuseInstant(`Move it by at most ${MOST_YEARS} years at once.`);
    const row: TestClockRow = {
      shopId: shop.id,
      now: wanted < from ? wanted : from,
      target: wanted,
      arrived: false,
      // Later than it was, so that whoever is doing what was due before knows that there may be more now.
      updatedAt: new Date(Math.max(receivedAt.getTime(), (before?.updatedAt.getTime() ?? 0) + 1)),
    };
    await saveTestClock(tx, row);
    await recordChange(tx, shop.id, { before, after: row }, audit);
    await enqueueBilling(tx, shop.id);
    return toTestClock(row, receivedAt);
  });
}

/**
 * For the audit log: who moves the clock has orders charged and mails sent. It is recorded where it was to go and where it
 * goes now, since it may be on its way.
 */
async function recordChange(
  tx: Queryable,
  shopId: number,
  { before, after }: { before: TestClockRow | null; after: TestClockRow | null },
  audit: Audit<RealTime>,
): Promise<void> {
  const toSnapshot = (row: TestClockRow | null) => ({ testClock: row?.target.toISOString() ?? null });
  const change = toChange(toSnapshot(before), toSnapshot(after));
  if (!change) return;
  const action = after ? "shop.clock_moved" : "shop.clock_removed";
  await appendActivity(tx, { shopId, contractId: null, action, ...change }, audit);
}

/** @throws ProblemError precondition_failed; always for a clock that was never set */
function requireClockAsSeen(ifMatch: WantedTags | undefined, row: TestClockRow | null, now: Date): void {
  if (ifMatch) requireMatch(ifMatch, toEntityTag(new Tagged(toTestClock(row, now), "")));
}

export const CLOCK_STEPS = ["week", "month", "quarter"] as const;
export type ClockStep = (typeof CLOCK_STEPS)[number];
const DURATIONS = { week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 } } as const;

/**
 * Moves the clock forward by the shop's calendar, from where the form showed it. @throws ProblemError as `setTestClock`
 */
export function stepTestClock(
  shop: PrincipalShop,
  { by, seenTarget }: { by: ClockStep; seenTarget: string },
  audit: Audit<RealTime>,
): Promise<TestClock> {
  const from = seenTarget === "" ? audit.now : new Date(seenTarget);
  const zoned = Temporal.Instant.fromEpochMilliseconds(+from).toZonedDateTimeISO(shop.timeZone);
  const wanted = new Date(zoned.add(DURATIONS[by]).epochMilliseconds);
  return setTestClock(shop, wanted, audit, { seenTarget });
}

/** What the admin shows of a test shop's clock; null for other shops. */
export async function findClockView(shop: PrincipalShop, receivedAt: Date) {
  if (shop.gateway !== "test") return null;
  const row = await findTestClock(shop);
  return {
    now: (row?.now ?? receivedAt).toISOString(),
    target: (row?.target ?? receivedAt).toISOString(),
    isAdvancing: row !== null && isOnItsWay(row),
    isReal: row === null,
    /** Sent along by its forms. */
    seenTarget: row?.target.toISOString() ?? "",
  };
}

/**
 * Returns the shop to the real clock. @throws ProblemError forbidden for other shops; conflict while the clock is on its
 * way, or orders are later than the real time
 */
export async function removeTestClock(
  shop: PrincipalShop,
  audit: Audit<RealTime>,
  ifMatch?: WantedTags,
): Promise<TestClock> {
  requireTestShop(shop);
  const receivedAt = audit.now;
  return inTransaction(async (tx) => {
    const row = await lockTestClock(tx, shop.id);
    requireClockAsSeen(ifMatch, row, receivedAt);
    // A worker may also be doing what fell due later by a clock that has arrived.
    if (row && (isOnItsWay(row) || !(await takeClockLock(tx, shop.id))))
      throw new ProblemError("conflict", "The clock is on its way.");
    if (row && (await hasOrdersAfter(tx, shop.id, receivedAt)))
      throw new ProblemError("conflict", "Orders were made later than the real clock is.");
    await deleteTestClock(tx, shop.id);
    await recordChange(tx, shop.id, { before: row, after: null }, audit);
    return toTestClock(null, receivedAt);
  });
}
