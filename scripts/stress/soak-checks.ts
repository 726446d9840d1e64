import { setTimeout as delay } from "node:timers/promises";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { client } from "~db/client.server";
import { findDisagreements } from "../../test/support/calls/billing";
import type { LoadOutcome } from "./soak-load";
import type { startSoakReceiver } from "./soak-receiver";
import type { SoakShop } from "./soak-shop";

export type Check = { what: string; result: string; isGood: boolean };
type Receiver = Awaited<ReturnType<typeof startSoakReceiver>>;

/** A line of the run's own, with the time. */
export const say = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** Prints the checks as a table, and the first of the lines that say more. @returns whether everything holds */
export function report(checks: Check[], lines: string[]): boolean {
  console.table(checks.map(({ what, result, isGood }) => ({ what, result, "": isGood ? "good" : "FAILED" })));
  for (const line of lines.slice(0, 20)) console.error(line.slice(0, 2000));
  return checks.every(({ isGood }) => isGood);
}

export function checkAnswers(outcomes: LoadOutcome[]): Check {
  const unexpected = outcomes.flatMap((each) => Object.entries(each.unexpected));
  return {
    what: "unexpected answers",
    result: unexpected.map(([what, count]) => `${count} × ${what}`).join("; ") || "0",
    isGood: unexpected.length === 0,
  };
}

export const checkLogs = (errors: string[]): Check => ({
  what: "errors in the logs",
  result: String(errors.length),
  isGood: errors.length === 0,
});

const LOOK_EVERY_MS = 500;
/** Time for the worker's remaining work when the load ends: the sequencer, deliveries, orders, a bulk change. */
const QUIET_WITHIN_MS = 120_000;

/** Every event has its position and reached the receiver, and nothing arrived that is not in the stream. */
export async function checkEvents(shop: SoakShop, receiver: Receiver): Promise<Check[]> {
  const readWaiting = async () => {
    const [row] = await client<{ unplaced: number; undelivered: number }[]>`
      select (select count(*)::int from events where shop_id = ${shop.id} and position is null) as unplaced,
        (select count(*)::int from webhook_deliveries where shop_id = ${shop.id} and status <> 'DELIVERED') as undelivered`;
    return row ?? { unplaced: 0, undelivered: 0 };
  };
  const deadline = performance.now() + QUIET_WITHIN_MS;
  const listMissing = async () => {
    const rows = await client<{ position: number }[]>`
      select position from events where shop_id = ${shop.id} and position is not null`;
    return {
      total: rows.length,
      missing: rows.filter(({ position }) => !receiver.received.has(position)).length,
    };
  };
  let waiting = await readWaiting();
  let places = await listMissing();
  while (performance.now() < deadline && waiting.unplaced + waiting.undelivered + places.missing > 0) {
    await delay(LOOK_EVERY_MS);
    [waiting, places] = [await readWaiting(), await listMissing()];
  }
  const twice = receiver.countTwice();
  const outOfOrder = await countOutOfOrder(shop, receiver);
  return [
    {
      what: "events written, of which not delivered",
      result: `${places.total + waiting.unplaced}, ${places.missing + waiting.unplaced}`,
      isGood: places.missing + waiting.unplaced === 0 && places.total === receiver.received.size,
    },
    { what: "events delivered twice (allowed)", result: String(twice), isGood: true },
    { what: "events out of their contract's order", result: String(outOfOrder), isGood: outOfOrder === 0 },
  ];
}

/** Events that arrived before an older one of their contract. Those that never arrived are counted elsewhere. */
async function countOutOfOrder(shop: SoakShop, receiver: Receiver): Promise<number> {
  const rows = await client<{ position: number; contractId: number }[]>`
    select position, contract_id as "contractId" from events
    where shop_id = ${shop.id} and position is not null and contract_id is not null order by position`;
  const lastOf = new Map<number, number>();
  return rows.filter(({ position, contractId }) => {
    const came = receiver.received.get(position);
    if (came === undefined) return false;
    const isEarly = came < (lastOf.get(contractId) ?? 0);
    lastOf.set(contractId, came);
    return isEarly;
  }).length;
}

/** Every order was charged once: the gateway's ledger and our orders agree. */
export async function checkOrders(shop: SoakShop): Promise<Check> {
  const disagreements = await findDisagreements(shop.id);
  const [row] = await client<{ paid: number; open: number }[]>`
    select count(*) filter (where status = 'SUCCESS')::int as paid,
      count(*) filter (where status not in ('SUCCESS', 'QUEUED'))::int as open
    from billing_attempts where shop_id = ${shop.id}`;
  return {
    what: "orders paid, in another state, at odds with the gateway",
    result: `${row?.paid}, ${row?.open}, ${disagreements.length}`,
    isGood: disagreements.length === 0 && row?.open === 0,
  };
}

/** The counters of the lists and the facts of the insights agree with the tables. */
export async function checkCounters(shop: SoakShop): Promise<Check[]> {
  const wrong = await client`
    select status, billing_interval, billing_interval_count, plan_type, sum(delta) as delta from (
      select status, billing_interval, billing_interval_count, plan_type, delta from contract_counts
      where shop_id = ${shop.id}
      union all
      select status, billing_interval, billing_interval_count, plan_type, -1 from contracts
      where shop_id = ${shop.id}) both_sides
    group by 1, 2, 3, 4 having sum(delta) <> 0`;
  const { contracts, differences } = await recountFacts(shop, { isRepaired: false, now: new Date() });
  return [
    { what: "groups of the lists counted wrongly", result: String(wrong.length), isGood: wrong.length === 0 },
    {
      what: `facts that a recount of ${contracts} contracts finds different`,
      result: String(differences.length),
      isGood: differences.length === 0,
    },
  ];
}
