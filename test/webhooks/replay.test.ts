import { expect, test } from "vitest";
import { appendEvents } from "~/features/events/events.repo.server";
import { db } from "~db/client.server";
import { addEndpoint, createDelivery, readDeliveries, replayTo } from "../support/calls/webhooks";
import { appendChange } from "../support/data/events";
import { insertContract } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { startReceiver } from "../support/processes/webhook-receiver";

const shop = shopOfEachTest();

/** Two events of a contract and one of none, refused until their next tries are far ahead; then all are accepted. */
async function refuseForAWhile() {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 422 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  for (let count = 0; count < 2; count++) await appendChange(shop.id, contract.id);
  await appendEvents(db, [
    { shopId: shop.id, type: "referral.accepted", subjectId: 1, createdAt: delivery.now },
  ]);
  // While everything fails, one is tried at a time.
  for (let hour = 0; hour < 9; hour++) for (const seconds of [3600, 40]) await delivery.pass(seconds);
  receiver.behave = () => ({});
  receiver.received.length = 0;
  await delivery.pass(40);
  expect(receiver.received).toEqual([]);
  return { id, receiver, delivery };
}

test.each([1, 3])(
  "an event that waits for a later try is sent at once when it is replayed (%i)",
  async (eventId) => {
    const { id, receiver, delivery } = await refuseForAWhile();
    expect((await replayTo(shop, id, `eventId=${eventId}`)).status).toBe(200);
    await delivery.pass(1);
    expect(receiver.received[0]?.body.id).toBe(eventId);
  },
);

test("an event replayed behind one of its contract that waits for a later try is sent at once after it", async () => {
  const { id, receiver, delivery } = await refuseForAWhile();
  expect((await replayTo(shop, id, "eventId=2")).status).toBe(200);
  await delivery.pass(1);
  expect(receiver.received.map(({ body }) => body.id).slice(0, 2)).toEqual([1, 2]);
});

test("a replay since a time sends what waits for a later try at once", async () => {
  const { id, receiver, delivery } = await refuseForAWhile();
  expect((await replayTo(shop, id, "from=2026-03-01")).status).toBe(200);
  await delivery.pass(1);
  expect(receiver.received.map(({ body }) => body.id).sort()).toEqual([1, 2, 3]);
  expect(await readDeliveries(shop, id, "status=PENDING")).toEqual([]);
});
