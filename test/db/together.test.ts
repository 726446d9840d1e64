import { and, asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, type Queryable } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { rowInsert, rowInsertReturning, rowUpdate, sqlStatement, statement } from "~db/statement.server";
import { shareTransactions } from "~db/together/shared-transactions.server";
import { shareReads } from "~db/together/waves.server";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks, resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

let shopId: number;
let ids: number[];

beforeEach(async () => {
  await resetDatabase();
  shopId = (await createTestShop()).id;
  ids = [];
  for (const orderNote of ["Ärgerlich: 100 % \\ 'so'", null, '{"a",NULL}', "", "NULL"])
    ids.push((await insertContract(shopId, { orderNote })).id);
});

type Key = { shopId: number; id: number };
const isContract = (value: (name: keyof Key) => ReturnType<typeof sql.placeholder>) =>
  and(eq(contracts.shopId, value("shopId")), eq(contracts.id, value("id")));
const selectContract = statement<Key>()((on, value) => on.select().from(contracts).where(isContract(value)));
const lockContract = statement<Key>()((on, value) =>
  on.select().from(contracts).where(isContract(value)).for("update"),
);
const updateContract = rowUpdate(contracts, isContract, { version: contracts.version });
const EVENT = ["shopId", "type", "contractId", "changedFields", "facts", "createdAt"] as const;
const insertEvent = rowInsert(events, ...EVENT);
const insertEventReturning = rowInsertReturning(events, EVENT, {
  id: events.id,
  contractId: events.contractId,
});
const toEvent = (id: number, type = "paused") => ({
  shopId,
  type,
  contractId: id,
  changedFields: ["status", 'quoted "name"', "b\\c", "NULL", ""],
  facts: { code: 'it\'s "so" \\ ', class: null },
  createdAt: NOW,
});
const listEvents = () => db.select().from(events).orderBy(asc(events.id));

describe("statements of several asked at once", () => {
  test("are one, and each gets the rows it would have got alone", async () => {
    const reads = shareReads();
    const one = await Promise.all(ids.map((id) => selectContract(db, { shopId, id })));
    const { result, statements } = await countStatements(() =>
      Promise.all([...ids, 0].map((id) => selectContract(reads(), { shopId, id }))),
    );
    expect(result).toEqual([...one, []]);
    expect(statements).toBe(1);
  });

  test("in SQL keep their names, their order, and rows without a column", async () => {
    const reads = shareReads();
    const list = sqlStatement<{ most: number; text: string }, { n: number; text: string }>()(
      (value) =>
        sql`select n, ${value("text")}::text as text from generate_series(1, ${value("most")}::int) n order by n desc`,
    );
    const empty = sqlStatement<{ id: number }, object>()(
      (value) => sql`select from shops where id = ${value("id")}::bigint`,
    );
    const lists = await Promise.all([2, 0, 3].map((most) => list(reads(), { most, text: `'${most}"` })));
    expect(lists.map((rows) => [...rows])).toEqual([
      [2, 1].map((n) => ({ n, text: `'2"` })),
      [],
      [3, 2, 1].map((n) => ({ n, text: `'3"` })),
    ]);
    const there = await Promise.all([shopId, -1].map((id) => empty(reads(), { id })));
    expect(there.map(({ length }) => length)).toEqual([1, 0]);
  });

  test("that one of them breaks are asked one by one: the others have their rows", async () => {
    const reads = shareReads();
    const divide = sqlStatement<{ by: number }, { n: number }>()(
      (value) => sql`select 10 / ${value("by")}::int as n`,
    );
    const answers = await Promise.allSettled([2, 0, 5].map((by) => divide(reads(), { by })));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("a transaction shared by several", () => {
  const note = async (tx: Queryable, id: number) => {
    const [contract] = await lockContract(tx, { shopId, id });
    const [updated] = await Promise.all([
      updateContract(
        tx,
        { shopId, id },
        { version: (contract?.version ?? 0) + 1, orderNote: contract?.orderNote ?? null },
      ),
      insertEvent(tx, toEvent(id)),
      insertEvent(tx, toEvent(id, "resumed")),
    ]);
    const made = await insertEventReturning(tx, toEvent(id, "updated"));
    return { version: updated[0]?.version, made };
  };

  test("does what each would have done alone, in a few statements", async () => {
    const transact = shareTransactions();
    const before = await db.select().from(contracts).orderBy(asc(contracts.id));
    const { result, statements } = await countStatements(() =>
      Promise.all(ids.map((id) => transact([`contract ${id}`], (tx) => note(tx, id)))),
    );
    expect(result.map(({ version, made }) => [version, made.contractId])).toEqual(
      before.map(({ id, version }) => [version + 1, id]),
    );
    expect(statements).toBeLessThanOrEqual(7);
    expect(await db.select().from(contracts).orderBy(asc(contracts.id))).toEqual(
      before.map((row) => ({ ...row, version: row.version + 1 })),
    );
    const written = await listEvents();
    expect(written).toHaveLength(15);
    for (const id of ids)
      expect(written.filter(({ contractId }) => contractId === id)).toMatchObject(
        ["paused", "resumed", "updated"].map((type) => toEvent(id, type)),
      );
  });

  test("is undone for one that fails, alone: the others are written once", async () => {
    const transact = shareTransactions();
    const answers = await Promise.allSettled(
      ids.map((id, index) =>
        transact([`contract ${id}`], async (tx) => {
          const done = await note(tx, id);
          if (index === 2) throw new Error("a rule of its own");
          if (index === 3) await tx.execute(sql`select 1 / 0`);
          return done;
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect((await listEvents()).length).toBe(9);
  });

  test("never contains two with a common key: the second sees the result of the first", async () => {
    const transact = shareTransactions();
    const id = ids[0] ?? 0;
    const [start] = await selectContract(db, { shopId, id });
    const all = await Promise.all([1, 2, 3].map(() => transact(["the same"], (tx) => note(tx, id))));
    expect(all.map(({ version }) => version)).toEqual([1, 2, 3].map((more) => (start?.version ?? 0) + more));
  });

  test("sees a row as it is once it has waited for its lock", async () => {
    const transact = shareTransactions();
    const [id = 0, other = 0] = ids;
    let shared: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await updateContract(tx, { shopId, id }, { version: 70 });
      shared = Promise.all(
        [id, other].map((which) => transact([`contract ${which}`], (own) => note(own, which))),
      );
      await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    });
    expect(await shared).toMatchObject([{ version: 71 }, {}]);
  });

  test("does not hold up the next one while it is committed, except work with a common key", async () => {
    const [first = 0, second = 0] = ids;
    await db.execute(sql`create function wait_at_commit() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(57); return null; end'`);
    await db.execute(sql`create constraint trigger wait_at_commit after update on contracts deferrable initially deferred
      for each row when (new.order_note = 'waits') execute function wait_at_commit()`);
    const transact = shareTransactions();
    const ended: string[] = [];
    const change = (name: string, id: number, fields: { version: number; orderNote: string | null }) =>
      transact(
        [`contract ${id}`],
        async (tx) => void (await updateContract(tx, { shopId, id }, fields)),
      ).then(() => ended.push(name));
    let all: Promise<unknown> = Promise.resolve();
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(57)`);
        const one = change("first", first, { version: 70, orderNote: "waits" });
        await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
        all = Promise.all([one, change("again", first, { version: 71, orderNote: null })]);
        await change("second", second, { version: 80, orderNote: null });
        expect(ended).toEqual(["second"]);
      });
      await all;
      expect(ended).toEqual(["second", "first", "again"]);
      expect((await selectContract(db, { shopId, id: first }))[0]?.version).toBe(71);
    } finally {
      await db.execute(sql`drop function wait_at_commit cascade`);
    }
  });
});
