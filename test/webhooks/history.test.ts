import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { events } from "~db/schema/events";
import {
  addEndpoint,
  askWebhooks,
  changeEndpointOf,
  createDelivery,
  endpointRoute,
  readEndpoint,
} from "../support/calls/webhooks";
import { appendChange, insertManyEvents } from "../support/data/events";
import { insertContract, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { startReceiver } from "../support/processes/webhook-receiver";

const shop = shopOfEachTest();
const URL_OF = "https://hooks.example.invalid/in";

/** The shop's history of its webhooks, oldest first. */
async function readHistory() {
  const rows = await db.select().from(activity).where(eq(activity.shopId, shop.id)).orderBy(asc(activity.id));
  return rows.filter(({ action }) => action.startsWith("webhook."));
}
const listLost = async () =>
  (await readHistory()).filter(({ action }) => action === "webhook.events_lost").map(({ after }) => after);
const deleteOld = (now: Date) => deleteOldEventsOf(shop.id, now, new AbortController().signal);

test("a change of an endpoint is recorded with what was before; what changes nothing is not recorded, nor a new version", async () => {
  const { id, url } = await addEndpoint(shop, URL_OF, ["subscription.paused"]);
  const made = await readEndpoint(shop, id);
  for (const same of [{}, { url }, { types: ["subscription.paused"] }, { status: "ACTIVE" }])
    expect((await changeEndpointOf(shop, id, same)).status).toBe(200);
  expect(await readEndpoint(shop, id)).toEqual(made);
  await changeEndpointOf(shop, id, { types: [], status: "DISABLED" });
  const noted = { webhookId: id, url };
  expect((await readHistory()).slice(1)).toMatchObject([
    {
      action: "webhook.changed",
      before: { ...noted, types: ["paused"], state: "ON" },
      after: { ...noted, types: [], state: "OFF" },
    },
  ]);
});

test("an endpoint that answers 410 is recorded as switched off by itself, and is another version of itself", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { id, updatedAt } = await addEndpoint(shop, receiver.url);
  await appendChange(shop.id, contract.id);
  await createDelivery().deliver();
  expect((await readHistory()).at(-1)).toMatchObject({
    action: "webhook.gone",
    actorType: "system",
    before: { webhookId: id, url: receiver.url, state: "ON" },
    after: { webhookId: id, url: receiver.url, state: "GONE" },
  });
  expect((await readEndpoint(shop, id)).updatedAt).not.toBe(updatedAt);
});

test("events lost while an endpoint was off are those of the types it wants", async () => {
  const contract = await insertContract(shop.id);
  const { id } = await addEndpoint(shop, URL_OF, ["subscription.paused"]);
  await changeEndpointOf(shop, id, { status: "DISABLED" });
  const now = new Date();
  for (const type of ["updated", "paused", "updated", "paused", "updated"] as const)
    await appendChange(shop.id, contract.id, { type, at: now });
  await sequenceEvents(shop.id, now);
  await deleteOld(new Date(+now + 36 * DAY_MS));
  expect(await listLost()).toEqual([]);
  await changeEndpointOf(shop, id, { status: "ACTIVE" });
  expect(await listLost()).toEqual([{ webhookId: id, count: 2 }]);
  await changeEndpointOf(shop, id, { status: "DISABLED" });
  await changeEndpointOf(shop, id, { status: "ACTIVE" });
  expect(await listLost()).toHaveLength(1);
});

test.each(["ACTIVE", "DISABLED"])(
  "events whose deletion breaks off and continues are recorded as lost once, for an endpoint that is %s",
  async (status) => {
    const count = 5003;
    const { id } = await addEndpoint(shop, URL_OF);
    await changeEndpointOf(shop, id, { status });
    await db.execute(sql`delete from event_streams where shop_id = ${shop.id}::bigint`);
    await insertManyEvents(shop.id, count);
    const later = new Date(+NOW + 36 * DAY_MS);
    // The last event cannot be deleted yet, so that the first transaction commits and the second fails.
    await db.execute(sql`create table held (shop_id bigint, id bigint,
      foreign key (shop_id, id) references events (shop_id, id))`);
    await db.execute(sql`insert into held select shop_id, id from events
      where shop_id = ${shop.id}::bigint and position = ${count}::bigint`);
    await expect(deleteOld(later)).rejects.toThrow();
    await db.execute(sql`drop table held`);
    await deleteOld(later);
    if (status === "DISABLED") await changeEndpointOf(shop, id, { status: "ACTIVE" });
    expect(await listLost()).toEqual([{ webhookId: id, count }]);
  },
);

test("an endpoint that was deleted loses no events later on", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver(() => ({ status: 503 }));
  const { id } = await addEndpoint(shop, receiver.url);
  const delivery = createDelivery();
  await appendChange(shop.id, contract.id, { at: delivery.now });
  await delivery.deliver();
  await askWebhooks(shop, endpointRoute.action, { method: "DELETE", id });
  await deleteOld(new Date(+delivery.now + 36 * DAY_MS));
  expect(await listLost()).toEqual([]);
});

test("events go after 35 days by the real clock, whether the shop's own is years behind or years ahead", async () => {
  const contract = await insertContract(shop.id);
  const year = 365 * DAY_MS;
  const dates = [-5 * year, 5 * year].map((distance) => new Date(+NOW + distance));
  for (const shopAt of dates) await appendChange(shop.id, contract.id, { at: NOW, shopAt });
  await sequenceEvents(shop.id, NOW);
  const kept = () => db.$count(events, eq(events.shopId, shop.id));
  await deleteOld(new Date(+NOW + 34 * DAY_MS));
  expect(await kept()).toBe(2);
  await deleteOld(new Date(+NOW + 36 * DAY_MS));
  expect(await kept()).toBe(0);
});
