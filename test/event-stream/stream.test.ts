import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { listEventDocs } from "~/features/event-stream/event-schemas.server";
import { listEventsAfter } from "~/features/event-stream/stream.repo.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { deleteOldEventsOf } from "~/features/webhooks/manage/retention.service.server";
import { toJsonSchema } from "~/http/endpoint/json-schema";
import { DAY_MS } from "~/lib/days";
import { db, type Queryable } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { eventStreams, RESTORE_LEAP } from "~db/schema/events";
import { imports } from "~db/schema/imports";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, createTestGatewayShop, DUE, runAt } from "../support/calls/billing";
import { idOf, send } from "../support/calls/contract-calls";
import { findErrors } from "../support/calls/openapi";
import { appendChange, askStream, insertManyEvents, readEvents } from "../support/data/events";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

/** Differences between an event and the documentation of its type. */
function findDifferences(event: { type: string }): string[] {
  const doc = listEventDocs().find(({ name }) => name === event.type);
  if (!doc) return [`${event.type} is not documented`];
  const schemas = {};
  const schema = toJsonSchema(doc.schema, "output", schemas);
  return findErrors({ components: { schemas } }, schema, event).map((error) => `${event.type} ${error}`);
}

test("a change can be read right after its answer, with the contract as the documentation says", async () => {
  const contract = await insertContract(shop.id);
  expect((await send(shop, updateContractStatus, { ...idOf(contract), status: "PAUSED" })).status).toBe(200);
  const events = await readEvents(shop.readKey);
  expect(events.map(({ type }) => type)).toContain("subscription.paused");
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.data).toMatchObject({ get__typename: "SubscriptionContract", status: "PAUSED" });
  expect(events.flatMap(findDifferences)).toEqual([]);
});

test("after an id beyond the newest there is nothing, until the stream has passed it", async () => {
  await insertContract(shop.id);
  const contract = await insertContract(shop.id);
  await send(shop, updateContractStatus, { ...idOf(contract), status: "PAUSED" });
  const newest = (await readEvents(shop.readKey)).at(-1)?.id ?? 0;
  const ahead = `after=${newest + 1}`;
  expect(await askStream(shop.readKey, ahead)).toMatchObject({ status: 200, text: "[]" });
  expect((await askStream(shop.readKey, `after=${Number.MAX_SAFE_INTEGER}`)).text).toBe("[]");
  await send(shop, updateContractStatus, { ...idOf(contract), status: "ACTIVE" });
  await send(shop, updateContractStatus, { ...idOf(contract), status: "PAUSED" });
  expect((await readEvents(shop.readKey, ahead)).at(-1)?.type).toBe("subscription.paused");
});

test("what an event carries is what was there when it was first read; it is the same text ever after", async () => {
  const contract = await insertContract(shop.id);
  await send(shop, updateContractStatus, { ...idOf(contract), status: "PAUSED" });
  const first = await askStream(shop.readKey, "types=subscription.paused");
  await send(shop, updateContractStatus, { ...idOf(contract), status: "CANCELLED" });
  const again = await askStream(shop.readKey, "types=SUBSCRIPTION.PAUSED");
  expect(again).toEqual({ ...first, nextAfter: again.nextAfter });
  const [cancelled] = await readEvents(shop.readKey, "types=subscription.cancelled");
  expect(cancelled?.data.status).toBe("CANCELLED");
});

test("billing events carry the order, an import its counts; each as documented", async () => {
  const billed = await createTestGatewayShop();
  await billedMonthly(billed);
  await billedMonthly(billed, { lastDigits: "9995" });
  await runAt(billed, DUE);
  const [run] = await db
    .insert(imports)
    .values({
      shopId: billed.id,
      status: "COMPLETED",
      isFullCatalogue: false,
      actorType: "system",
      actorName: "test",
      createdAt: NOW,
    })
    .returning();
  await inTransaction((tx) =>
    appendEvents(tx, [
      { shopId: billed.id, type: "import.completed", subjectId: run?.id ?? 0, createdAt: NOW },
    ]),
  );
  const events = await readEvents(billed.readKey);
  const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
  expect(dataOf("subscription.billing-success")).toMatchObject({
    status: "SUCCESS",
    variantList: [{ title: "Line 1" }],
  });
  expect(dataOf("subscription.billing-failure")).toMatchObject({ status: "FAILURE" });
  expect(dataOf("import.completed")).toMatchObject({ status: "COMPLETED", files: [] });
  expect(events.flatMap(findDifferences)).toEqual([]);
});

test("every type is documented with an example that is what its schema says", () => {
  const docs = listEventDocs();
  expect(docs.length).toBe(22);
  expect(docs.flatMap(({ example }) => findDifferences(example as { type: string }))).toEqual([]);
});

test("pages link to the next one until the end; types and contract filter them", async () => {
  const [a, b] = [await insertContract(shop.id), await insertContract(shop.id)];
  for (const contract of [a, b, a, b, a]) await appendChange(shop.id, contract.id);
  await appendChange(shop.id, a.id, { type: "paused" });
  const ids: number[] = [];
  for (let query: string | null = "size=4&api_key=hidden"; query; ) {
    const { text, next } = await askStream(shop.readKey, query);
    ids.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id));
    expect(next ?? "").not.toContain("hidden");
    query = next;
  }
  expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
  const idsOf = async (query: string) => (await readEvents(shop.readKey, query)).map(({ id }) => id);
  expect(await idsOf(`contractId=${a.subscriptionContractId}`)).toEqual([1, 3, 5, 6]);
  expect(await idsOf(`contractId=${a.subscriptionContractId}&types=subscription.updated&after=1`)).toEqual([
    3, 5,
  ]);
  expect(await idsOf("types=subscription.paused,subscription.updated&after=4")).toEqual([5, 6]);
  expect(await idsOf("contractId=1")).toEqual([]);
  const other = await createTestShop();
  expect(await readEvents(other.readKey)).toEqual([]);
});

test("an `after` whose next events are no longer kept is 410, wrong parameters are all named", async () => {
  await db.insert(eventStreams).values({ shopId: shop.id, lastPosition: 90, deletedUpTo: 40 });
  const gone = await askStream(shop.readKey, "after=39");
  expect([gone.status, JSON.parse(gone.text)]).toMatchObject([410, { code: "gone" }]);
  expect((await askStream(shop.readKey, "after=40")).status).toBe(200);
  const wrong = await askStream(
    shop.readKey,
    "after=-1&types=subscription.paused,what&size=1001&contractId=x",
  );
  expect(wrong.status).toBe(400);
  expect(
    JSON.parse(wrong.text)
      .errors.map(({ parameter }: { parameter: string }) => parameter)
      .sort(),
  ).toEqual(["after", "contractId", "size", "types"]);
});

test("a reader that filters and goes on where the answer says is not told that it has missed events", async () => {
  const [quiet, busy] = [await insertContract(shop.id), await insertContract(shop.id)];
  const readers = [
    { filter: "types=subscription.paused", after: "0", ids: [] as number[] },
    { filter: `contractId=${quiet.subscriptionContractId}`, after: "0", ids: [] as number[] },
    { filter: "contractId=1", after: "0", ids: [] as number[] },
  ];
  for (let day = 0; day < 45; day++) {
    const at = new Date(NOW.getTime() + day * DAY_MS);
    const isFirstOrLast = day === 0 || day === 44;
    if (isFirstOrLast) await appendChange(shop.id, quiet.id, { at, type: "paused" });
    await appendChange(shop.id, busy.id, { at });
    await deleteOldEventsOf(shop.id, at, new AbortController().signal);
    for (const reader of readers) {
      const { status, text, nextAfter } = await askStream(
        shop.readKey,
        `${reader.filter}&after=${reader.after}&size=1`,
      );
      expect([day, reader.filter, status]).toEqual([day, reader.filter, 200]);
      reader.after = nextAfter ?? "";
      reader.ids.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id));
    }
  }
  expect(readers).toMatchObject([
    { ids: [1, 46], after: "47" },
    { ids: [1, 46], after: "47" },
    { ids: [], after: "47" },
  ]);
  const away = await askStream(shop.readKey, "types=subscription.paused&after=9");
  expect([away.status, away.text]).toEqual([410, expect.stringContaining("after=10.")]);
});

test("an answer says where to go on: after its last event while there is more, else after all that was looked at", async () => {
  const nextAfter = async (query: string) => (await askStream(shop.readKey, query)).nextAfter;
  expect(await nextAfter("")).toBe("0");
  const contract = await insertContract(shop.id);
  for (const type of ["paused", "updated", "paused", "updated"] as const)
    await appendChange(shop.id, contract.id, { type });
  expect(await nextAfter("types=subscription.paused&size=1")).toBe("1");
  expect(await nextAfter("types=subscription.paused&size=1&after=1")).toBe("4");
  expect(await nextAfter("after=4")).toBe("4");
  expect(await nextAfter("after=9"), "never back").toBe("9");
});

test("after a restore: an event of which the back-up knows nothing is 410 with where to go on, later ones are read", async () => {
  const contract = await insertContract(shop.id);
  const lastPosition = 90 + RESTORE_LEAP;
  await db.insert(eventStreams).values({ shopId: shop.id, lastPosition, restoredFrom: 90 });
  await appendChange(shop.id, contract.id);
  for (const after of [91, lastPosition]) {
    const lost = await askStream(shop.readKey, `after=${after}`);
    expect([lost.status, JSON.parse(lost.text)]).toMatchObject([
      410,
      { code: "gone", detail: expect.stringContaining("after=90") },
    ]);
  }
  const idsAfter = async (after: number) =>
    (await readEvents(shop.readKey, `after=${after}`)).map(({ id }) => id);
  expect(await idsAfter(90)).toEqual([lastPosition + 1]);
  expect(await idsAfter(lastPosition + 1)).toEqual([]);
});

test("after a restore a reader is never sent to a place that is then refused", async () => {
  await db
    .insert(eventStreams)
    .values({ shopId: shop.id, lastPosition: 90 + RESTORE_LEAP, restoredFrom: 90 });
  const current = await askStream(shop.readKey, "after=90");
  expect([current.status, current.nextAfter]).toEqual([200, "90"]);
  // All that the back-up had is deleted by now.
  await updateRows(db, eventStreams, { shopId: shop.id }, { deletedUpTo: 90 + RESTORE_LEAP });
  expect(await askStream(shop.readKey, "after=89")).toMatchObject({
    status: 410,
    text: expect.stringContaining("after=90."),
  });
  expect((await askStream(shop.readKey, "after=90")).status).toBe(200);
  expect((await askStream(shop.readKey)).nextAfter).toBe("90");
});

test("a page far into the stream reads no more than the first: every filter walks an index of its own", async () => {
  await insertManyEvents(shop.id, 30_000);
  type Plan = { "QUERY PLAN": { Plan: Record<string, number> }[] };
  /** How many pages of the database a read touches. */
  const countBlocks = async (
    which: Omit<Parameters<typeof listEventsAfter>[2], "limit">,
  ): Promise<number> => {
    const rows: unknown[] = [];
    const explain = async (query: SQL) => {
      rows.push(...(await db.execute<Plan>(sql`explain (analyze, buffers, format json) ${query}`)));
      return [];
    };
    await listEventsAfter({ ...db, execute: explain } as unknown as Queryable, shop.id, {
      ...which,
      limit: 10,
    });
    const plan = (rows[0] as Plan)["QUERY PLAN"][0]?.Plan ?? {};
    return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  };
  for (const which of [
    { types: null, contractId: null },
    { types: ["paused"], contractId: null },
    { types: ["paused", "expired"], contractId: null },
    { types: null, contractId: 7 },
  ]) {
    const first = await countBlocks({ ...which, after: 0 });
    const far = await countBlocks({ ...which, after: 15_000 });
    expect([which, first < 60, far <= first + 5]).toEqual([which, true, true]);
  }
});
