import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "~db/client.server";
import { watchTransactions } from "../support/statements/pool-in-transaction.mjs";

const found: { inside: string; stack: string; begun: string }[] = [];
const pool = connect(process.env.DATABASE_URL ?? "");
watchTransactions(pool, (each) => found.push(each));
const { client, db } = pool;

beforeEach(() => {
  found.length = 0;
});
afterAll(() => client.end());

const insides = () => found.map(({ inside }) => inside);

test("a query of the pool inside one of its transactions is told, with who asked and whose transaction it is", async () => {
  await client.begin(async function outer() {
    await (async function asker() {
      await client`select ${1}::int`;
    })();
  });
  expect(found).toEqual([
    {
      inside: "select ?::int",
      stack: expect.stringContaining("asker"),
      begun: expect.stringMatching(/pool-in-transaction\.test/),
    },
  ]);
});

test("so are a query of drizzle, one that was made before, and another transaction", async () => {
  const made = client`select 2`;
  await db.transaction(async () => {
    await db.execute(sql`select 1`);
    await made;
    await client.begin((tx) => tx`select 3`);
    await db.transaction((tx) => tx.execute(sql`select 4`));
  });
  expect(insides()).toEqual(["select 1", "select 2", "begin", "begin"]);
});

test("the transaction's own queries, with parts that the client has made, are not", async () => {
  await client.begin("read only", (tx) => tx`select ${client`1 as ${client("one")}`}, ${client.unsafe("2")}`);
  await db.transaction((tx) => tx.transaction((inner) => inner.execute(sql`select 1`)));
  expect(found).toEqual([]);
});

test("nor are queries before it, beside it and after it, also of work that it started", async () => {
  let later: Promise<unknown> | undefined;
  let isOver = () => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  await client`select 0`;
  const [one] = await Promise.all([
    client.begin(async (tx) => {
      later = over.then(() => client`select 2`);
      return tx`select 1 as one`;
    }),
    client`select 1`,
  ]);
  isOver();
  await later;
  expect(one).toEqual([{ one: 1 }]);
  await expect(client.begin((tx) => tx`select 1 / 0`)).rejects.toThrow("division by zero");
  await client`select 3`;
  expect(found).toEqual([]);
});

test("nor is what the end of a transaction's work starts while it is committed", async () => {
  let next: Promise<unknown> | undefined;
  await client.begin(async (tx) => {
    await tx`select 1`;
    setImmediate(() => {
      next = client.begin((other) => other`select 2`);
    });
  });
  await next;
  expect(next).toBeDefined();
  expect(found).toEqual([]);
});
