import type { Fact } from "~/features/facts/contract-facts";
import { appendFacts, findCounted, saveFactState } from "~/features/facts/facts.repo.server";
import { NO_CURRENCY } from "~/features/facts/referral-facts";
import { addDays, countMonths, toMonth } from "~/features/insights/definitions/day-range";
import { toDayString } from "~/lib/format";
import { toDayReader } from "~/lib/shop-calendar.server";
import { FACTS_VERSION } from "~db/schema/fact-enums";
import { NO_STATUS } from "~db/schema/facts";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { type Difference, FactTotals } from "./fact-totals";
import {
  addParts,
  fillEndedProducts,
  fillFirstErrors,
  fillGivenUp,
  findShopStart,
  hasCountedFacts,
  holdMoment,
  listContractsToReplay,
  listEndedProducts,
  listFactTotals,
  listWrongMonths,
  listZones,
  type Place,
  rebuildMonths,
  toEndingKey,
} from "./recount.repo.server";
import { countOrderDays, countOrderParts, type ZoneHistory } from "./recount-orders.repo.server";
import { countSubscriptions, countsAsRunning, type ReplayedFact, replayContract } from "./replay";

type Shop = { id: number; timeZone: string };
/** @field differences what has to be added to the facts to match the tables; empty when they agree */
export type Recount = { contracts: number; differences: Difference[] };

/** Contracts per batch: some megabytes. */
const BATCH = 2000;

/**
 * Counts all facts of a shop again from its tables (contracts with their history, orders, refunds), as of one moment
 * and while the shop keeps working, and returns where the facts differ. Not recounted: the products of contracts that
 * ended before these were stored, in shops that were counted before.
 *
 * @param isRepaired adds the differences to the facts. For a shop without facts these are all of them: this is how
 *   shops that are older than facts get theirs
 */
export async function recountFacts(
  shop: Shop,
  { isRepaired, now }: { isRepaired: boolean; now: Date },
): Promise<Recount> {
  return inTransaction(async (tx) => {
    await holdMoment(tx);
    const isFirst = isRepaired && !(await hasCountedFacts(tx, shop.id));
    if (isFirst) await fillGivenUp(tx, shop.id);
    const counted = await findCounted(tx, shop.id);
    const isOld = counted !== null && counted.version < FACTS_VERSION;
    if (isRepaired && (isFirst || isOld)) {
      await fillFirstErrors(tx, shop.id);
      await fillEndedProducts(tx, shop.id);
    }
    const productsFrom = isFirst ? null : isOld ? toNextDay(now, shop) : (counted?.productsFrom ?? null);
    const zones = await listZones(tx, shop.id, shop.timeZone);
    const expected = new FactTotals();
    const { contracts, withoutBeginning } = await addContracts(tx, shop.id, zones, expected, productsFrom);
    await addOrders(tx, shop.id, zones, expected);
    const differences = expected.minus(await readFacts(tx, shop.id, productsFrom));
    const wrongMonths = await listWrongMonths(tx, shop.id);
    if (isRepaired) {
      await repair(tx, shop, differences);
      await rebuildMonths(tx, shop.id);
      const since = withoutBeginning > 0 ? now : await findShopStart(tx, shop.id);
      const wholeFrom = toDayString(since, shop.timeZone);
      await saveFactState(tx, shop.id, { wholeFrom, recountedAt: now, productsFrom });
    }
    const months = wrongMonths.map((month): Difference => ({ what: "part", ...month }));
    return { contracts, differences: [...differences, ...months] };
  });
}

/** The day after this one: of this day only a part is known. */
const toNextDay = (now: Date, { timeZone }: Shop): string => addDays(toDayString(now, timeZone), 1);

function createZoneReader(zones: ZoneHistory): (instant: Date, at: Date) => string {
  const readers = zones.map(({ until, timeZone }) => ({ until, read: toDayReader(timeZone) }));
  const [only] = readers;
  if (only && readers.length === 1) return only.read;
  return (instant, at) => {
    const zone = readers.find(({ until }) => until === null || at < until);
    if (!zone) throw new Error("the last zone of a shop has no end");
    return zone.read(instant);
  };
}

/** @returns how many there are, and how many have an unknown beginning */
async function addContracts(
  tx: Transaction,
  shopId: number,
  zones: ZoneHistory,
  expected: FactTotals,
  productsFrom: string | null,
): Promise<{ contracts: number; withoutBeginning: number }> {
  const toDay = createZoneReader(zones);
  let place: Place = { customerId: 0, id: 0 };
  let contracts = 0;
  let withoutBeginning = 0;
  // A customer's contracts may be in two batches.
  let ofCustomer: ReplayedFact[] = [];
  const closeCustomer = () => {
    for (const [day, count] of countSubscriptions(ofCustomer)) expected.addSubscribers(day, count);
    ofCustomer = [];
  };
  let reading = listContractsToReplay(tx, shopId, place, BATCH);
  for (;;) {
    const batch = await reading;
    const last = batch.at(-1);
    // The database reads the next ones while these are counted.
    if (last && batch.length === BATCH) {
      reading = listContractsToReplay(tx, shopId, { customerId: last.customerId, id: last.id }, BATCH);
      // If the counting fails first, nobody awaits it any more.
      reading.catch(() => {});
    }
    const ids = batch.map(({ id }) => id);
    const products = await listEndedProducts(tx, shopId, ids);
    for (const contract of batch) {
      if (contract.customerId !== place.customerId) closeCustomer();
      const replayed = replayContract(contract, toDay);
      for (const { fact, entryId } of replayed) {
        const isKnown = isWithProducts(fact.day, productsFrom);
        addFact(expected, fact, (isKnown && products.get(toEndingKey(contract.id, entryId))) || []);
      }
      for (const each of replayed) if (each.fact.kind !== "MOVED") ofCustomer.push(each);
      if (!contract.hasBeginning) withoutBeginning++;
      place = { customerId: contract.customerId, id: contract.id };
    }
    contracts += batch.length;
    if (batch.length < BATCH) break;
  }
  closeCustomer();
  return { contracts, withoutBeginning };
}

const isWithProducts = (day: string, productsFrom: string | null): boolean =>
  productsFrom === null || day >= productsFrom;

function addFact(expected: FactTotals, fact: Fact, productIds: readonly number[]): void {
  const { day, kind, currencyCode, fromStatus, toStatus, count, amount, startedOn } = fact;
  expected.addDay({ day, kind, currencyCode, fromStatus, toStatus }, { count, amount });
  if (!startedOn) return;
  const runs = countsAsRunning(toStatus) - countsAsRunning(fromStatus);
  expected.addPart(
    { topic: "cohort", day: toMonth(day), part: toMonth(startedOn), currencyCode },
    { count: count * runs, amount },
  );
  if (kind !== "CHURNED") return;
  const ended = { count, amount: negate(amount) };
  expected.addPart({ topic: "churned_reason", day, part: fact.reason ?? "", currencyCode }, ended);
  expected.addPart(
    { topic: "churned_age", day, part: String(countMonths(startedOn, day)), currencyCode },
    ended,
  );
  for (const id of productIds)
    expected.addPart({ topic: "churned_product", day, part: String(id), currencyCode }, ended);
}

const negate = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

async function addOrders(
  tx: Transaction,
  shopId: number,
  zones: ZoneHistory,
  expected: FactTotals,
): Promise<void> {
  for (const row of await countOrderDays(tx, shopId, zones)) expected.addDay(row, row);
  for (const row of await countOrderParts(tx, shopId, zones)) expected.addPart(row, row);
}

/** Totals of the facts, without those that cannot be recounted: products of contracts that ended before `productsFrom`. */
async function readFacts(tx: Transaction, shopId: number, productsFrom: string | null): Promise<FactTotals> {
  const totals = new FactTotals();
  const { days, parts } = await listFactTotals(tx, shopId);
  for (const row of days) {
    totals.addDay(row, row);
    if (row.subscribers !== 0) totals.addSubscribers(row.day, row.subscribers);
  }
  for (const row of parts)
    if (row.topic !== "churned_product" || isWithProducts(row.day, productsFrom)) totals.addPart(row, row);
  return totals;
}

/** Parts are added to their table directly: a fact appended without start, reason and order has no parts. */
async function repair(tx: Transaction, shop: Shop, differences: readonly Difference[]): Promise<void> {
  const facts = differences.flatMap((difference): Fact[] => {
    if (difference.what === "part") return [];
    if (difference.what === "day") {
      const { what: _, units: __, ...fact } = difference;
      return [{ ...fact, subscribers: 0 }];
    }
    // Carried by a kind that no other number counts.
    const carrier = {
      kind: "MOVED",
      currencyCode: NO_CURRENCY,
      fromStatus: NO_STATUS,
      toStatus: NO_STATUS,
    } as const;
    return [{ ...carrier, day: difference.day, count: 0, amount: "0", subscribers: difference.count }];
  });
  await appendFacts(tx, shop.id, facts);
  await addParts(
    tx,
    shop.id,
    differences.flatMap((difference) => (difference.what === "part" ? [difference] : [])),
  );
}
