import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { sequenceSome, startDispatcher } from "~/features/webhooks/delivery/dispatcher.server";
import { listDueEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import { db } from "~db/client.server";
import { createLatch } from "../support/calls/billing";
import { addEndpoint } from "../support/calls/webhooks";
import { appendChange, insertUnplacedEvents } from "../support/data/events";
import { createTestShop, insertContract, type TestShop } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { startReceiver } from "../support/processes/webhook-receiver";

const large = shopOfEachTest();
/** Woken at once, and so later than what is due already. */
const sequence = (shop: TestShop) => sequenceEvents(shop.id, new Date());

function dispatch(options: Parameters<typeof startDispatcher>[0]): void {
  const dispatcher = startDispatcher(options);
  onTestFinished(() => dispatcher.stop());
}

test("a shop whose receivers keep us waiting has a quarter of the slots; others get theirs meanwhile", async () => {
  const small = await createTestShop();
  const latch = createLatch();
  const slow = await startReceiver(async () => {
    await latch.pass();
    return {};
  });
  for (let count = 0; count < 4; count++) await addEndpoint(large, slow.url);
  const quick = await startReceiver();
  await addEndpoint(small, quick.url);
  await appendChange(large.id, (await insertContract(large.id)).id);
  dispatch({ atOnce: 4, answerWithinMs: 60_000 });
  await latch.reached;
  await appendChange(small.id, (await insertContract(small.id)).id);
  await eventually(() => expect(quick.received).toHaveLength(1));
  expect(slow.received).toHaveLength(1);
  latch.open();
  await eventually(() => expect(slow.received).toHaveLength(4));
});

test("an endpoint with a backlog gives its slot back after a turn, and goes on after those that have waited", async () => {
  const small = await createTestShop();
  const arrived: string[] = [];
  const latch = createLatch();
  const slow = await startReceiver(async () => {
    arrived.push("large");
    await latch.pass();
    return {};
  });
  const quick = await startReceiver(() => {
    arrived.push("small");
    return {};
  });
  await addEndpoint(large, slow.url);
  await addEndpoint(small, quick.url);
  const contract = await insertContract(large.id);
  // Of one contract: a round has one of them.
  for (let count = 0; count < 3; count++) await appendChange(large.id, contract.id);
  dispatch({ atOnce: 1, turnMs: 0, answerWithinMs: 60_000 });
  await latch.reached;
  await appendChange(small.id, (await insertContract(small.id)).id);
  await sequence(small);
  latch.open();
  await eventually(() => expect(arrived).toHaveLength(4));
  expect(arrived).toEqual(["large", "small", "large", "large"]);
});

test("a shop that has a slot comes after one that has none, however long its other endpoints have been due", async () => {
  const small = await createTestShop();
  const { url } = await startReceiver();
  const ids: number[] = [];
  for (const shop of [large, large, large, small]) {
    ids.push((await addEndpoint(shop, url)).id);
    await appendChange(shop.id, (await insertContract(shop.id)).id);
    await sequence(shop);
  }
  const [first = 0, second = 0, third = 0, other = 0] = ids;
  // The first two have been woken before the third was there.
  const now = new Date(Date.now() + 1000);
  const list = async (limit: number, perShop: number, taken: [number, number][] = []) =>
    (await listDueEndpoints(now, { limit, perShop, taken: new Map(taken) })).map(({ id }) => id);
  expect(await list(9, 9)).toEqual([first, other, second, third]);
  expect(await list(9, 2)).toEqual([first, other, second]);
  expect(await list(1, 9, [[large.id, 1]])).toEqual([other]);
  expect(await list(9, 2, [[large.id, 1]])).toEqual([other, first]);
  expect(await list(9, 2, [[large.id, 2]])).toEqual([other]);
});

test("a shop with a backlog of events lets the others have theirs placed before it goes on", async () => {
  const small = await createTestShop();
  await insertUnplacedEvents(large.id, 12_000);
  await insertUnplacedEvents(small.id, 1);
  const countUnplaced = () =>
    db.execute(sql`
      select shop_id as "shopId", count(*)::int as count from events where position is null group by shop_id`);
  const options = { clock: () => new Date(), signal: new AbortController().signal };
  expect(await sequenceSome(options)).toBe(true);
  expect([...(await countUnplaced())]).toEqual([{ shopId: large.id, count: 2000 }]);
  expect(await sequenceSome(options)).toBe(false);
  expect([...(await countUnplaced())]).toEqual([]);
});
