import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { webhooksAction } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { resealEndpoints } from "~/features/webhooks/manage/endpoints.service.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { webhookEndpoints } from "~db/schema/webhooks";
import { ask, pageRequest } from "../support/calls/pages";
import {
  addEndpoint,
  askWebhooks,
  changeEndpointOf,
  createDelivery,
  deliveriesRoute,
  endpointRoute,
  endpointsRoute,
  readDeliveries,
  readEndpoint,
  replayRoute,
  rotateRoute,
  rotateSecretOf,
  testEndpoint,
  testRoute,
} from "../support/calls/webhooks";
import { appendChange, askStream, readEvents } from "../support/data/events";
import { createTestShop, insertContract, insertStaff, signIn, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { startReceiver, verify } from "../support/processes/webhook-receiver";

const shop = shopOfEachTest();
const URL_OF = "https://hooks.example.invalid/in";

test("an endpoint is added, read, changed and deleted; its secret is shown once and stored sealed", async () => {
  const { secret, ...made } = await addEndpoint(shop, URL_OF, ["subscription.paused", "MEMBERSHIP.created"]);
  expect(made).toMatchObject({
    url: URL_OF,
    types: ["subscription.paused", "subscription.created"],
    status: "ACTIVE",
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await readEndpoint(shop, made.id)).toEqual(made);
  const [row] = await db.select().from(webhookEndpoints);
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  const changed = await changeEndpointOf(shop, made.id, { types: [], status: "disabled" });
  expect(changed.body).toMatchObject({ url: URL_OF, types: [], status: "DISABLED" });
  const list = await askWebhooks<object[]>(shop, endpointsRoute.loader, { method: "GET", key: shop.readKey });
  expect(list.body).toEqual([changed.body]);
  expect((await askWebhooks(shop, endpointRoute.action, { method: "DELETE", id: made.id })).status).toBe(200);
  expect(await readEndpoint(shop, made.id)).toMatchObject({ code: "not_found" });
  const noted = await db
    .select({ action: activity.action })
    .from(activity)
    .where(eq(activity.shopId, shop.id));
  expect(noted.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["webhook.created", "webhook.changed", "webhook.deleted"]),
  );
});

test("an endpoint can be added switched off: it gets what happens from then on once it is switched on", async () => {
  const receiver = await startReceiver();
  const sent = { url: receiver.url, types: [], status: "DISABLED" };
  const { status, body: made } = await askWebhooks(shop, endpointsRoute.action, { body: sent });
  expect([status, made.status]).toEqual([201, "DISABLED"]);
  expect(await readEndpoint(shop, made.id)).toMatchObject(sent);
  await appendChange(shop.id, (await insertContract(shop.id)).id);
  await createDelivery().deliver();
  expect([receiver.received.length, await readDeliveries(shop, made.id)]).toEqual([0, []]);
  await changeEndpointOf(shop, made.id, { status: "ACTIVE" });
  // A worker's clock stands still: this one's is later than the change.
  await createDelivery().deliver();
  expect(receiver.received).toHaveLength(1);
});

test("a shop chooses what the names of its contract events begin with; what was chosen before is kept", async () => {
  const endpoint = await addEndpoint(shop, URL_OF, ["subscription.paused"]);
  await appendChange(shop.id, (await insertContract(shop.id)).id);
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "owner")).id);
  const choose = (family: string) =>
    ask(webhooksAction, pageRequest("/admin/webhooks?intent=family", { cookie, form: { family } }));
  expect((await choose("club")).problem?.code).toBe("invalid_request");
  expect((await choose("membership")).status).toBe(303);
  expect(await readEndpoint(shop, endpoint.id)).toMatchObject({ types: ["membership.paused"] });
  expect((await readEvents(shop.readKey)).map(({ type }) => type)).toEqual(["membership.updated"]);
  const noted = await db.select().from(activity).where(eq(activity.action, "webhook.family_changed"));
  expect(noted).toMatchObject([{ before: { family: "subscription" }, after: { family: "membership" } }]);
});

test("every wrong field is named at once; the twenty-first endpoint is refused; a read key changes nothing", async () => {
  const wrong = await askWebhooks(shop, endpointsRoute.action, {
    body: { types: ["nope", "subscription.paused", 3] },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors?.map(({ pointer }) => pointer).sort()).toEqual(["/types/0", "/types/2", "/url"]);
  const inward = await askWebhooks(shop, endpointsRoute.action, { body: { url: "http://10.1.1.1/" } });
  expect(inward.body.errors).toMatchObject([{ pointer: "/url" }]);
  const bothWrong = await askWebhooks(shop, endpointsRoute.action, {
    body: { url: "http://10.1.1.1/", types: ["nope"] },
  });
  expect(bothWrong.body.errors?.map(({ pointer }) => pointer).sort()).toEqual(["/types/0", "/url"]);
  const reading = await askWebhooks(shop, endpointsRoute.action, {
    body: { url: URL_OF },
    key: shop.readKey,
  });
  expect(reading.status).toBe(403);
  const all = await Promise.all(
    Array.from({ length: 22 }, () => askWebhooks(shop, endpointsRoute.action, { body: { url: URL_OF } })),
  );
  expect(all.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(all.find(({ status }) => status !== 201)?.body.code).toBe("limit_reached");
});

test("another shop's endpoint is answered exactly as an unknown one, whatever is asked of it", async () => {
  const other = await createTestShop();
  const { id } = await addEndpoint(other, URL_OF);
  for (const [route, ask] of [
    [endpointRoute.loader, { method: "GET" }],
    [endpointRoute.action, { method: "PUT", body: { types: [] } }],
    [endpointRoute.action, { method: "DELETE" }],
    [rotateRoute, {}],
    [testRoute, {}],
    [replayRoute, { query: "eventId=1" }],
    [deliveriesRoute, { method: "GET" }],
  ] as const) {
    const [foreign, unknown] = [
      await askWebhooks(shop, route, { ...ask, id }),
      await askWebhooks(shop, route, { ...ask, id: 987_654 }),
    ];
    const { instance: _, requestId: __, ...body } = foreign.body as unknown as Record<string, unknown>;
    expect([foreign.status, unknown.status, unknown.body]).toMatchObject([404, 404, body]);
  }
});

test("a test is sent at once and once; it is in the log, and in no stream", async () => {
  const receiver = await startReceiver();
  const { id, secret } = await addEndpoint(shop, receiver.url);
  expect((await testEndpoint(shop, id)).body).toMatchObject({
    status: "DELIVERED",
    eventId: null,
    type: "webhook.test",
  });
  for (const message of receiver.received) verify(secret, message);
  expect(receiver.received[0]?.body).toMatchObject({ type: "webhook.test", data: { endpointId: id } });
  receiver.behave = () => ({ status: 500, body: "broken" });
  expect((await testEndpoint(shop, id)).body).toMatchObject({
    status: "FAILED",
    tries: [{ status: 500, answer: "broken" }],
  });
  await createDelivery().pass(3600);
  expect(receiver.received.length).toBe(2);
  expect(await readDeliveries(shop, id, "status=FAILED&size=1")).toHaveLength(1);
  expect(JSON.parse((await askStream(shop.readKey)).text)).toEqual([]);
});

test("after a rotation both secrets are good for a day, then the new one alone; a third ends the first", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  const { id, secret: first } = await addEndpoint(shop, receiver.url);
  const second = await rotateSecretOf(shop, id);
  const delivery = createDelivery();
  const next = async (hours: number) => {
    await appendChange(shop.id, contract.id);
    await delivery.pass(hours * 3600);
    const message = receiver.received.at(-1);
    if (!message) throw new Error("nothing came");
    return [first, second].map((secret) => {
      try {
        verify(secret, message);
        return true;
      } catch {
        return false;
      }
    });
  };
  expect(await next(1)).toEqual([true, true]);
  await rotateSecretOf(shop, id);
  expect(await next(1)).toEqual([false, true]);
  expect(await next(23)).toEqual([false, false]);
});

test("a new key in front of the ring seals the secrets anew; the old one is not needed any more", async () => {
  const receiver = await startReceiver();
  const { id, secret } = await addEndpoint(shop, receiver.url);
  const newKey = randomBytes(32).toString("base64url");
  const oldKey = process.env.PORTAL_TOKEN_KEYS ?? "";
  const startWith = async (keys: string) => {
    vi.resetModules();
    vi.stubEnv("PORTAL_TOKEN_KEYS", keys);
    const service = await import("~/features/webhooks/manage/endpoints.service.server");
    const sender = await import("~/features/webhooks/manage/test-message.service.server");
    return { ...service, ...sender };
  };
  const between = await startWith(`${newKey} ${oldKey}`);
  await between.resealEndpoints(shop.id);
  const after = await startWith(newKey);
  vi.unstubAllEnvs();
  expect((await after.sendTest(shop.id, id, testAudit(), () => new Date())).status).toBe("DELIVERED");
  for (const message of receiver.received) verify(secret, message);
});

test("a secret that no key opens is named, and does not keep the shop's others from being sealed anew", async () => {
  const receiver = await startReceiver();
  const ids = [await addEndpoint(shop, receiver.url), await addEndpoint(shop, receiver.url)].map(
    ({ id }) => id,
  );
  const [lost = 0] = ids;
  await db.update(webhookEndpoints).set({ sealedBy: "before" });
  await db
    .update(webhookEndpoints)
    .set({ sealed: "sealed with a lost key" })
    .where(and(eq(webhookEndpoints.shopId, shop.id), eq(webhookEndpoints.id, lost)));
  await expect(resealEndpoints(shop.id)).rejects.toThrow(`failed for webhook ${lost}`);
  const rows = await db.select().from(webhookEndpoints);
  expect(rows.filter(({ sealedBy }) => sealedBy === "before").map(({ id }) => id)).toEqual([lost]);
  expect(rows).toHaveLength(2);
});

test("after 35 days events and deliveries go, not before, and the stream says so; the numbers of a contract go on", async () => {
  const contract = await insertContract(shop.id);
  const receiver = await startReceiver();
  const { id } = await addEndpoint(shop, receiver.url);
  const day = (days: number) => new Date(Date.parse("2026-03-02T12:00:00Z") + days * DAY_MS);
  const delivery = createDelivery({ startsAt: day(0) });
  await appendChange(shop.id, contract.id, { at: day(0) });
  await delivery.deliver();
  await appendChange(shop.id, contract.id, { at: day(10) });
  await delivery.pass(10 * 86_400);
  const { signal } = new AbortController();
  await deleteOldEventsOf(shop.id, day(34), signal);
  expect(await readDeliveries(shop, id)).toHaveLength(2);
  await deleteOldEventsOf(shop.id, day(36), signal);
  expect((await readDeliveries(shop, id)).map(({ eventId }) => eventId)).toEqual([2]);
  expect((await askStream(shop.readKey, "after=0")).status).toBe(410);
  await deleteOldEventsOf(shop.id, day(46), signal);
  await appendChange(shop.id, contract.id, { at: day(46) });
  expect(JSON.parse((await askStream(shop.readKey)).text)).toMatchObject([{ id: 3, sequence: 3 }]);
  const [left] = await db.execute(
    sql`select count(*)::int as events from events where shop_id = ${shop.id}::bigint`,
  );
  expect(left).toEqual({ events: 1 });
});
