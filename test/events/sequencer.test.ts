import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { appendEvents, type NewEvent } from "~/features/events/events.repo.server";
import { listUnsequencedShops } from "~/features/events/sequencer.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { db } from "~db/client.server";
import { eventSequences, eventStreams, events, RESTORE_LEAP } from "~db/schema/events";
import { inTransaction } from "~db/transaction.server";
import { createLatch } from "../support/calls/billing";
import { createTestShop, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

const ofContract = (contractId: number, contractVersion: number): NewEvent => ({
  shopId: shop.id,
  type: "updated",
  contractId,
  contractVersion,
  changedFields: [],
  createdAt: NOW,
});

const readPlaces = (shopId = shop.id) =>
  db
    .select({
      contractId: events.contractId,
      version: events.contractVersion,
      position: events.position,
      sequence: events.sequence,
    })
    .from(events)
    .where(and(eq(events.shopId, shopId)))
    .orderBy(asc(events.position), asc(events.id));

test("events get their places in order, and each its number among its contract's; later calls go on from there", async () => {
  await inTransaction((tx) => appendEvents(tx, [ofContract(7, 1), ofContract(8, 1), ofContract(7, 2)]));
  await inTransaction((tx) =>
    appendEvents(tx, [
      { shopId: shop.id, type: "import.completed", subjectId: 3, createdAt: NOW },
      ofContract(7, 3),
    ]),
  );
  expect(await sequenceEvents(shop.id, NOW)).toBe(5);
  await inTransaction((tx) => appendEvents(tx, [ofContract(8, 2)]));
  await sequenceEvents(shop.id, NOW);
  expect(await readPlaces()).toEqual([
    { contractId: 7, version: 1, position: 1, sequence: 1 },
    { contractId: 8, version: 1, position: 2, sequence: 1 },
    { contractId: 7, version: 2, position: 3, sequence: 2 },
    { contractId: null, version: null, position: 4, sequence: null },
    { contractId: 7, version: 3, position: 5, sequence: 3 },
    { contractId: 8, version: 2, position: 6, sequence: 2 },
  ]);
});

test("after a restore, a contract that had no events may have had some since the back-up: its numbers leave out as many", async () => {
  await db.insert(eventStreams).values({ shopId: shop.id, lastPosition: RESTORE_LEAP, restoredFrom: 0 });
  await db.insert(eventSequences).values({ shopId: shop.id, contractId: 8, lastSequence: 2 + RESTORE_LEAP });
  await inTransaction((tx) => appendEvents(tx, [ofContract(7, 1), ofContract(8, 1), ofContract(7, 2)]));
  await sequenceEvents(shop.id, NOW);
  expect((await readPlaces()).map(({ sequence }) => sequence)).toEqual([
    1 + RESTORE_LEAP,
    3 + RESTORE_LEAP,
    2 + RESTORE_LEAP,
  ]);
});

test("an event whose transaction commits late gets a position after those a reader may have passed", async () => {
  const latch = createLatch();
  const late = db.transaction(async (tx) => {
    await appendEvents(tx, [ofContract(7, 1)]);
    await latch.pass();
  });
  await latch.reached;
  await inTransaction((tx) => appendEvents(tx, [ofContract(8, 1)]));
  await sequenceEvents(shop.id, NOW);
  expect((await readPlaces())[0]).toMatchObject({ contractId: 8, position: 1 });
  latch.open();
  await late;
  await sequenceEvents(shop.id, NOW);
  expect((await readPlaces())[1]).toMatchObject({ contractId: 7, position: 2 });
});

test("many at once give each event one place, without a gap, and one shop's do not count in another's", async () => {
  const other = await createTestShop();
  await inTransaction((tx) => appendEvents(tx, [{ ...ofContract(7, 1), shopId: other.id }]));
  expect(await listUnsequencedShops()).toEqual([other.id]);
  const all = Array.from({ length: 40 }, async (_, index) => {
    await inTransaction((tx) => appendEvents(tx, [ofContract(index % 4, index)]));
    await sequenceEvents(shop.id, NOW);
  });
  await Promise.all(all);
  const places = await readPlaces();
  expect(places.map(({ position }) => position)).toEqual(places.map((_, index) => index + 1));
  for (const contract of [0, 1, 2, 3])
    expect(
      places.filter(({ contractId }) => contractId === contract).map(({ sequence }) => sequence),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect((await readPlaces(other.id))[0]?.position).toBeNull();
});
