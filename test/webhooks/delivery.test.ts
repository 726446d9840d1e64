import { asc, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { createLatch } from "../support/calls/billing";
import {
  addEndpoint,
  changeEndpointOf,
  createDelivery,
  readDeliveries,
  readEndpoint,
  replayTo,
  rotateSecretOf,
} from "../support/calls/webhooks";
import { appendChange, readEvents } from "../support/data/events";
import { insertContract } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { endPrograms } from "../support/processes/end-programs";
import { eventually } from "../support/processes/eventually";
import { startWorkerProcess } from "../support/processes/kill-workers";
import { type Received, startReceiver, verify } from "../support/processes/webhook-receiver";
import { countWaitingForLocks } from "../support/setup/database";

const shop = shopOfEachTest();

/** The events of a contract in the order of arrival, each once. */
function listSequences(
  received: readonly Received[],
  contract: { id: number; subscriptionContractId: number },
): number[] {
  const gid = `/${contract.subscriptionContractId}`;
  const own = received.filter(({ body }) => String(body.data.id).endsWith(gid));
  return [...new Set(own.map(({ body }) => body.sequence ?? 0))];
}

test("an event is sent once, signed, as the stream has it; only wanted types, only what happens after the endpoint was made", async () => {
  const contract = await insertContract(shop.id);
  await appendChange(shop.id, contract.id, { type: "paused" });
  const receiver = await startReceiver();
  const { id, secret } = await addEndpoint(shop, receiver.url, ["subscription.paused"]);
  await appendChange(shop.id, contract.id, { type: "updated" });
  await appendChange(shop.id, contract.id, { type: "paused" });
  const { deliver } = createDelivery();
  await deliver();
  await deliver();
  expect(receiver.received.map(({ body }) => [body.id, body.type])).toEqual([[3, "subscription.paused"]]);
  for (const message of receiver.received) verify(secret, message);
  expect(receiver.received[0]?.body).toEqual((await readEvents(shop.readKey))[2]);
  expect(await readDeliveries(shop, id)).toMatchObject([
    {
      eventId: 3,
      status: "DELIVERED",
      attempts: 1,
      tries: [{ status: 200, answer: "ok" }],
      webhookId: `evt_${shop.id}_3`,
    },
  ]);
});

test("down for an hour, then 500, then slow, then healthy: every event arrives, in order per contract, with a valid signature", async () => {
  const contracts = await Promise.all(Array.from({ length: 6 }, () => insertContract(shop.id)));
  const receiver = await startReceiver(() => null);
  const { id, secret } = await addEndpoint(shop, receiver.url);
  const impatient = createDelivery({ answerWithinMs: 100 });
  const change = async () => {
    for (const contract of contracts) await appendChange(shop.id, contract.id);
  };
  await change();
  for (let minutes = 0; minutes < 60; minutes += 20) await impatient.pass(1200);
  expect((await readEndpoint(shop, id)).status).toBe("FAILING");
  receiver.behave = () => ({ status: 500, body: "broken" });
  await change();
  for (let round = 0; round < 3; round++) await impatient.pass(40);
  const slow: (() => void)[] = [];
  receiver.behave = () =>
    new Promise((resolve) => {
      slow.push(() => resolve({}));
      if (slow.length === 2) for (const answer of slow) answer();
    });
  await change();
  await impatient.pass(3600);
  receiver.behave = () => ({});
  await change();
  // A valid answer may take a while on a busy machine.
  const delivery = createDelivery({ startsAt: impatient.now });
  const rotated = await rotateSecretOf(shop, id);
  for (let round = 0; round < 3; round++) await delivery.pass(600);
  const taken = (await readDeliveries(shop, id, "size=1000&status=DELIVERED")).length;
  expect(taken).toBe(contracts.length * 4);
  for (const contract of contracts) expect(listSequences(receiver.received, contract)).toEqual([1, 2, 3, 4]);
  // Both secrets verify what was sent after the rotation; the old one verifies everything.
  for (const message of receiver.received) verify(secret, message);
  verify(rotated, receiver.received.at(-1) as Received);
  expect(await readEndpoint(shop, id)).toMatchObject({ status: "ACTIVE", failingSince: null });
});

test("the first tries again come after 5, 10 and 20 seconds; the endpoint is FAILING meanwhile and is not dropped", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 503 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contract.id);
  await delivery.deliver();
  const tried: number[] = [];
  for (const [before, seconds] of [
    [4.9, 0.1],
    [9.9, 0.1],
    [19.9, 0.1],
    [39.9, 0.1],
  ] as const) {
    await delivery.pass(before);
    const early = receiver.received.length;
    await delivery.pass(seconds);
    tried.push(early, receiver.received.length);
  }
  expect(tried).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  for (let week = 0; week < 4; week++) await delivery.pass(7 * 86_400);
  expect(receiver.received.length).toBe(9);
  expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1);
  expect((await readEndpoint(shop, id)).status).toBe("FAILING");
  expect((await readDeliveries(shop, id))[0]).toMatchObject({ status: "PENDING", attempts: 9 });
});

test("one event that is refused waits, what comes after it of its contract too, everything else goes on; after six hours it is parked", async () => {
  const [bad, good] = [await insertContract(shop.id), await insertContract(shop.id)];
  const receiver = await startReceiver(({ body }) => ({ status: body.id === 1 ? 422 : 200 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  for (const contract of [bad, bad, good]) await appendChange(shop.id, contract.id);
  await delivery.deliver();
  const idsTaken = async () =>
    (await readDeliveries(shop, id, "status=DELIVERED")).map(({ eventId }) => eventId).sort();
  expect(await idsTaken()).toEqual([3]);
  for (let hour = 0; hour < 5; hour++) {
    await delivery.pass(3600);
    await appendChange(shop.id, good.id);
    await delivery.pass(60);
  }
  expect(await readDeliveries(shop, id, "status=PARKED")).toEqual([]);
  await delivery.pass(3600);
  await delivery.pass(3600);
  expect(await readDeliveries(shop, id, "status=PARKED")).toMatchObject([{ eventId: 1 }]);
  expect(await idsTaken()).toEqual([2, 3, 4, 5, 6, 7, 8]);
  // A replayed event arrives with its old id.
  receiver.behave = () => ({});
  expect((await replayTo(shop, id, "eventId=1")).status).toBe(200);
  await delivery.pass(1);
  expect(receiver.received.at(-1)).toMatchObject({ id: `evt_${shop.id}_1` });
  expect(await readDeliveries(shop, id, "status=PARKED")).toEqual([]);
});

test("an endpoint that refuses everything for days parks nothing", async () => {
  const contracts = [await insertContract(shop.id), await insertContract(shop.id)];
  const receiver = await startReceiver();
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  for (const contract of contracts) await appendChange(shop.id, contract.id);
  await delivery.deliver();
  receiver.behave = () => ({ status: 500 });
  for (const contract of contracts) await appendChange(shop.id, contract.id);
  for (let hour = 0; hour < 72; hour += 12) await delivery.pass(12 * 3600);
  expect(await readDeliveries(shop, id, "status=PARKED")).toEqual([]);
  receiver.behave = () => ({});
  await delivery.pass(3600);
  expect(await readDeliveries(shop, id, "status=PENDING")).toEqual([]);
});

test("abort-message parks at once; a redirect is a failure and is not followed; 410 switches the endpoint off and keeps waiting events", async () => {
  const contracts = [
    await insertContract(shop.id),
    await insertContract(shop.id),
    await insertContract(shop.id),
  ];
  const elsewhere = await startReceiver();
  const receiver = await startReceiver(({ body }) =>
    body.id === 1
      ? { status: 400, headers: { "webhook-delivery": "abort-message" } }
      : { status: 302, headers: { location: elsewhere.url } },
  );
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contracts[0]?.id ?? 0);
  await appendChange(shop.id, contracts[1]?.id ?? 0);
  await delivery.deliver();
  const byEvent = async () =>
    Object.fromEntries(
      (await readDeliveries(shop, id)).map((each) => [each.eventId, [each.status, each.tries[0]?.status]]),
    );
  expect(await byEvent()).toEqual({ 1: ["PARKED", 400], 2: ["PENDING", 302] });
  expect(elsewhere.received).toEqual([]);
  receiver.behave = () => ({ status: 410 });
  await delivery.pass(5);
  expect((await readEndpoint(shop, id)).status).toBe("DISABLED");
  receiver.behave = () => ({});
  await appendChange(shop.id, contracts[2]?.id ?? 0);
  await delivery.pass(3600);
  expect(receiver.received.length).toBe(3);
  expect((await changeEndpointOf(shop, id, { status: "active" })).body.status).toBe("ACTIVE");
  await delivery.pass(1);
  expect(await byEvent()).toEqual({ 1: ["PARKED", 400], 2: ["DELIVERED", 200], 3: ["DELIVERED", 200] });
});

test("a message that is taken counts as delivered, whatever header comes with it", async () => {
  const receiver = await startReceiver(() => ({
    status: 204,
    headers: { "webhook-delivery": "abort-message" },
  }));
  const { id } = await addEndpoint(shop, receiver.url);
  await appendChange(shop.id, (await insertContract(shop.id)).id);
  await createDelivery().deliver();
  expect(await readDeliveries(shop, id)).toMatchObject([{ status: "DELIVERED", attempts: 1 }]);
  expect((await readEndpoint(shop, id)).lastSuccessAt).not.toBeNull();
});

test("an endpoint that declines message after message is not failing: what it wants does not wait behind them", async () => {
  const contracts = await Promise.all(Array.from({ length: 5 }, () => insertContract(shop.id)));
  const receiver = await startReceiver(({ body }) =>
    body.type === "subscription.paused"
      ? {}
      : { status: 422, headers: { "webhook-delivery": "abort-message" } },
  );
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contracts[0]?.id ?? 0);
  await delivery.deliver();
  expect(await readEndpoint(shop, id)).toMatchObject({ status: "ACTIVE", failingSince: null });
  for (const contract of contracts) {
    for (let change = 0; change < 3; change++) await appendChange(shop.id, contract.id);
    await appendChange(shop.id, contract.id, { type: "paused" });
  }
  await delivery.deliver();
  const statuses = (await readDeliveries(shop, id, "size=100")).map(
    ({ type, status }) => `${type} ${status}`,
  );
  expect(statuses.filter((each) => each === "subscription.updated PARKED").length).toBe(16);
  expect(statuses.filter((each) => each === "subscription.paused DELIVERED").length).toBe(5);
  expect(statuses.length).toBe(21);
});

test("a failing endpoint that declines one message is reached again, and everything that waits is tried at once", async () => {
  const contracts = await Promise.all(Array.from({ length: 5 }, () => insertContract(shop.id)));
  const receiver = await startReceiver(() => null);
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery({ answerWithinMs: 100 });
  for (const contract of contracts) await appendChange(shop.id, contract.id);
  await delivery.deliver();
  expect((await readEndpoint(shop, id)).status).toBe("FAILING");
  receiver.behave = () => ({ status: 400, headers: { "webhook-delivery": "abort-message" } });
  await createDelivery({ startsAt: delivery.now }).pass(5);
  expect((await readDeliveries(shop, id)).map(({ status }) => status)).toEqual(Array(5).fill("PARKED"));
  expect(await readEndpoint(shop, id)).toMatchObject({ status: "ACTIVE", lastSuccessAt: null });
});

test("a worker process that is killed between sending and recording: the same message comes again under the same id, and nothing is lost", async () => {
  const contracts = [await insertContract(shop.id), await insertContract(shop.id)];
  const receiver = await startReceiver();
  const { id, secret } = await addEndpoint(shop, receiver.url);
  for (const contract of contracts) await appendChange(shop.id, contract.id);
  const killed = new Promise<void>((resolve) => {
    receiver.behave = () => {
      worker.once("exit", () => resolve());
      worker.kill("SIGKILL");
      return null;
    };
  });
  const worker = startWorkerProcess(process.env.DATABASE_URL ?? "");
  onTestFinished(() => endPrograms([worker]));
  await killed;
  expect((await readDeliveries(shop, id)).map(({ status }) => status)).toEqual(["PENDING", "PENDING"]);
  const before = receiver.received.map((message) => message.id);
  expect(before.length).toBeGreaterThan(0);
  receiver.behave = () => ({});
  const delivery = createDelivery();
  // Nobody else has it before its lease has run out.
  await delivery.deliver();
  expect(receiver.received.length).toBe(before.length);
  await delivery.pass(31);
  const after = receiver.received.slice(before.length).map((message) => message.id);
  expect(after.sort()).toEqual([`evt_${shop.id}_1`, `evt_${shop.id}_2`]);
  expect(after).toEqual(expect.arrayContaining(before));
  for (const message of receiver.received) verify(secret, message);
  expect((await readDeliveries(shop, id)).map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
});

test("a process that has lost an endpoint to another writes nothing down", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  const { id } = await addEndpoint(shop, receiver.url);
  await appendChange(shop.id, contract.id);
  receiver.behave = async () => {
    await db.execute(sql`update webhook_endpoints set lease_owner = 'another'`);
    return {};
  };
  await createDelivery().deliver();
  expect(await readDeliveries(shop, id)).toMatchObject([{ status: "PENDING", attempts: 0 }]);
});

test("an event that gets its position while its endpoint is being claimed is sent soon after", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await db.execute(sql`update webhook_endpoints set wake_at = ${delivery.now.toISOString()}::timestamptz`);
  const latch = createLatch();
  const held = db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_deliveries`);
    await latch.pass();
  });
  await latch.reached;
  // It has seen the end of the stream, and only checks for waiting events.
  const look = delivery.deliver();
  await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
  await appendChange(shop.id, contract.id);
  let isPlaced = false;
  const placed = sequenceEvents(shop.id, delivery.now).finally(() => {
    isPlaced = true;
  });
  await eventually(async () => expect(isPlaced || (await countWaitingForLocks()) === 2).toBe(true));
  latch.open();
  await Promise.all([held, look, placed]);
  await delivery.pass(1);
  expect(receiver.received.map(({ body }) => body.id)).toEqual([1]);
});

test("an endpoint that recovers after more than 35 days gets the events that are still kept; the history says how many are lost", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 503 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contract.id, { at: delivery.now });
  await delivery.deliver();
  await delivery.pass(20 * 86_400);
  await appendChange(shop.id, contract.id, { at: delivery.now });
  await delivery.pass(3600);
  await delivery.pass(16 * 86_400);
  await deleteOldEventsOf(shop.id, delivery.now, new AbortController().signal);
  receiver.behave = () => ({});
  receiver.received.length = 0;
  await delivery.pass(3600);
  expect(receiver.received.map(({ body }) => body.sequence)).toEqual([2]);
  expect(await listLost()).toEqual([{ webhookId: id, count: 1 }]);
});

/** The history's entries about events that were deleted before an endpoint got them. */
async function listLost() {
  const rows = await db
    .select()
    .from(activity)
    .where(eq(activity.action, "webhook.events_lost"))
    .orderBy(asc(activity.id));
  return rows.map(({ after }) => after);
}

test("events deleted while an endpoint was off, or before a failing one got a delivery of them, are recorded as lost", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 503 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contract.id, { at: delivery.now });
  await delivery.deliver();
  await changeEndpointOf(shop, id, { status: "DISABLED" });
  for (let count = 0; count < 3; count++) await appendChange(shop.id, contract.id, { at: delivery.now });
  await sequenceEvents(shop.id, delivery.now);
  const later = new Date(delivery.now.getTime() + 36 * 86_400_000);
  await deleteOldEventsOf(shop.id, later, new AbortController().signal);
  expect(await listLost(), "of the delivery that was pending").toEqual([{ webhookId: id, count: 1 }]);
  await changeEndpointOf(shop, id, { status: "ACTIVE" });
  const lost = [
    { webhookId: id, count: 1 },
    { webhookId: id, count: 3 },
  ];
  expect(await listLost()).toEqual(lost);
  // On, and failing: new events get no deliveries.
  for (let count = 0; count < 2; count++) await appendChange(shop.id, contract.id, { at: later });
  await sequenceEvents(shop.id, later);
  await deleteOldEventsOf(shop.id, new Date(later.getTime() + 36 * 86_400_000), new AbortController().signal);
  expect(await listLost()).toEqual([...lost, { webhookId: id, count: 2 }]);
});

test("a replay since a time sends everything from then on again, in order, before what is newer", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  for (const day of [1, 2, 3])
    await appendChange(shop.id, contract.id, { at: new Date(`2026-03-0${day}T12:00:00Z`) });
  await delivery.deliver();
  receiver.behave = () => ({ status: 500 });
  await appendChange(shop.id, contract.id, { at: new Date("2026-03-04T12:00:00Z") });
  await delivery.pass(1);
  receiver.behave = () => ({});
  receiver.received.length = 0;
  expect((await replayTo(shop, id, "from=2026-03-02")).status).toBe(200);
  await delivery.pass(60);
  expect(receiver.received.map(({ body }) => body.sequence)).toEqual([2, 3, 4]);
});

test("an event replayed while a newer one of its contract is being sent and fails goes before it, alone", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contract.id);
  await delivery.deliver();
  receiver.behave = async ({ body }) => {
    if (body.id === 2) expect((await replayTo(shop, id, "eventId=1")).status).toBe(200);
    return { status: 500 };
  };
  await appendChange(shop.id, contract.id);
  await delivery.pass(1);
  receiver.received.length = 0;
  // The older one is refused; were the newer one due as well, it would be taken before it.
  receiver.behave = ({ body }) => ({ status: body.id === 1 ? 500 : 200 });
  await delivery.pass(60);
  expect(receiver.received.map(({ body }) => body.id)).toEqual([1]);
  receiver.behave = () => ({});
  for (let round = 0; round < 2; round++) await delivery.pass(600);
  expect(receiver.received.map(({ body }) => body.id)).toEqual([1, 1, 2]);
});
