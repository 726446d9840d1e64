import { expect, onTestFinished, test } from "vitest";
import { appendEvents } from "~/features/events/events.repo.server";
import { followLoader } from "~/features/live/live.endpoints.server";
import { client } from "~db/client.server";
import { shareTransactions } from "~db/together/shared-transactions.server";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { ask, pageRequest } from "../support/calls/pages";
import { appendChange } from "../support/data/events";
import { createTestShop, insertContract, insertStaff, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();
const signInViewer = async () => signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);

/** Opens a stream as a page does, until the test ends. */
async function follow(topic: string, cookie: string) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const { headers, url } = pageRequest(`/admin/live?topic=${topic}`, { cookie });
  const request = new Request(url, { headers, signal: gone.signal });
  const response = (await followLoader({ request, params: {}, context: {} })) as Response;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (response.status !== 200 || !reader) throw new Error(`answers ${response.status}`);
  expect((await reader.read()).value).toContain("retry:");
  return {
    response,
    leave: () => gone.abort(),
    next: async () => (await reader.read()).value ?? "the end",
    cancel: () => reader.cancel(),
  };
}

test("a page is notified of changes of its contract after the commit, and of no other's", async () => {
  const [mine, other] = [await insertContract(shop.id), await insertContract(shop.id)];
  const cookie = await signInViewer();
  const page = await follow(`contract:${mine.subscriptionContractId}`, cookie);
  const otherPage = await follow(`contract:${other.subscriptionContractId}`, cookie);
  const orders = await follow("orders", cookie);
  expect(page.response.headers.get("Content-Type")).toContain("text/event-stream");
  expect(page.response.headers.get("Cache-Control")).toContain("no-transform");
  const fail = async (tx: Transaction) => {
    const event = { shopId: shop.id, type: "updated" as const, contractId: other.id, contractVersion: 1 };
    await appendEvents(tx, [{ ...event, changedFields: [], createdAt: new Date() }]);
    throw new Error("not this time");
  };
  await expect(inTransaction(fail)).rejects.toThrow("not this time");
  await expect(shareTransactions()([], fail)).rejects.toThrow("not this time");
  await appendChange(shop.id, mine.id);
  expect(await page.next()).toContain("event: change");
  await inTransaction((tx) =>
    appendEvents(tx, [
      {
        shopId: shop.id,
        type: "billing-success",
        contractId: mine.id,
        contractVersion: 1,
        billingAttemptId: 1,
        changedFields: [],
        createdAt: new Date(),
      },
    ]),
  );
  expect(await orders.next()).toContain("event: change");
  otherPage.leave();
  expect(await otherPage.next()).toBe("the end");
});

test("whoever stops reading ends the stream without a fault", async () => {
  const page = await follow("orders", await signInViewer());
  await expect(page.cancel()).resolves.toBeUndefined();
});

test("a shop has a hundred streams at once, whoever opens them, and leaves the others theirs; one that ends makes room", async () => {
  const cookie = await signInViewer();
  const pages = await Promise.all(Array.from({ length: 100 }, () => follow("orders", cookie)));
  await expect(follow("orders", cookie)).rejects.toThrow("answers 429");
  const other = await createTestShop();
  const others = await follow("orders", await signIn(other.id, other.staff.id));
  const [first] = pages;
  first?.leave();
  // It may have been sent signs of life before.
  for (let text = await first?.next(); text !== "the end"; ) text = await first?.next();
  await follow("orders", cookie);
  expect(others.response.status).toBe(200);
});

test("when the listening connection is lost, every page reloads its data", async () => {
  const page = await follow("imports", await signInViewer());
  await client`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  expect(await page.next()).toContain("event: change");
});

test("a contract that is not there, another shop's, an unknown topic and a stranger follow nothing", async () => {
  const cookie = await signInViewer();
  const foreign = await insertContract((await createTestShop()).id);
  const answers = await Promise.all(
    [`contract:${foreign.subscriptionContractId}`, "contract:99999999999", "contract:x", ""].map(
      async (topic) =>
        (await ask(followLoader, pageRequest(`/admin/live?topic=${topic}`, { cookie }))).status,
    ),
  );
  expect(answers).toEqual([404, 404, 400, 400]);
  const stranger = await ask(followLoader, pageRequest("/admin/live?topic=orders"));
  // Not redirected to the sign-in page, which is not a stream: the browser would report an error and try again.
  expect([stranger.status, stranger.headers.get("location")]).toEqual([204, null]);
});
