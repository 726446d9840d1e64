import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { db } from "~db/client.server";
import { createTestShop } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let key: string;
let otherKey: string;
beforeAll(async () => {
  app = await serveApp({ DATABASE_STATEMENT_MS: "1000", DATABASE_POOL_MAX: "2" });
});
beforeEach(async () => {
  await resetDatabase();
  const shop = await createTestShop();
  key = shop.readKey;
  otherKey = shop.writeKey;
  // The first request of a process may take longer than the limit.
  await expect.poll(ask).toEqual({ status: 200, retryAfter: null, detail: undefined });
});
afterAll(stopServedApps);

async function ask(by = key) {
  const answer = await fetch(app.origin + CONTRACT_LIST_PATH, { headers: { "X-API-Key": by } });
  const { detail }: { detail?: string } = await answer.json();
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), detail };
}

/** The answers to this many requests while somebody has locked the contracts. */
const askWhileHeld = (count: number) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table contracts in access exclusive mode`);
    return Promise.all(Array.from({ length: count }, () => ask()));
  });

const refusal = (detail: string) => ({ status: 503, retryAfter: "5", detail });
const TOO_SLOW = refusal("The database takes too long right now.");
const NO_ROOM = refusal("The database has no room right now.");

test("a statement that takes too long is ended and answered with 503; the next request is answered at once", async () => {
  expect(await askWhileHeld(1)).toEqual([TOO_SLOW]);
  expect(await ask()).toMatchObject({ status: 200 });
});

test("when all connections are taken for long, all that wait get 503 together, and then all is well", async () => {
  const answers = await askWhileHeld(60);
  expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
  expect(answers).toContainEqual(TOO_SLOW);
  expect(answers.filter(({ detail }) => detail === NO_ROOM.detail).length).toBeGreaterThan(30);
  expect(await ask()).toMatchObject({ status: 200 });
});

test("so it is for a key whose calls take turns because another calls: they do not wait for each other", async () => {
  let isOver = false;
  const askAgain = async () => {
    while (!isOver) await ask(otherKey);
  };
  const another = askAgain();
  const answers = await askWhileHeld(50);
  isOver = true;
  await another;
  expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
  expect(answers.filter(({ detail }) => detail === NO_ROOM.detail).length).toBeGreaterThan(30);
  expect(await ask()).toMatchObject({ status: 200 });
});
