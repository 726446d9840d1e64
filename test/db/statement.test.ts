import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, type Queryable } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { events } from "~db/schema/events";
import { rowInsert, rowUpdate, sqlStatement, statement } from "~db/statement.server";
import { inTransaction } from "~db/transaction.server";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shopId: number;
let contract: Awaited<ReturnType<typeof insertContract>>;

beforeEach(async () => {
  await resetDatabase();
  shopId = (await createTestShop()).id;
  contract = await insertContract(shopId, { orderNote: "Ärgerlich: 100 % \\ 'so'" });
});

const whichContract = (value: (name: "shopId" | "id") => ReturnType<typeof sql.placeholder>) =>
  and(eq(contracts.shopId, value("shopId")), eq(contracts.id, value("id")));
const selectContract = statement<{ shopId: number; id: number }>()((on, value) =>
  on.select().from(contracts).where(whichContract(value)),
);
const updateContract = rowUpdate(contracts, whichContract, { version: contracts.version });

const readByDrizzle = async () =>
  (
    await db
      .select()
      .from(contracts)
      .where(and(eq(contracts.shopId, shopId), eq(contracts.id, contract.id)))
  )[0];

describe("a statement that is written once", () => {
  test("reads a row as drizzle reads it, type by type, each time anew", async () => {
    for (let time = 0; time < 2; time++)
      expect(await selectContract(db, { shopId, id: contract.id })).toEqual([await readByDrizzle()]);
    expect(await selectContract(db, { shopId, id: contract.id + 1 })).toEqual([]);
  });

  test("in a transaction sees what the transaction has written, and nobody else does", async () => {
    const which = { shopId, id: contract.id };
    await inTransaction(async (tx) => {
      await updateContract(tx, which, { orderNote: "changed" });
      expect((await selectContract(tx, which))[0]?.orderNote).toBe("changed");
      expect((await selectContract(db, which))[0]?.orderNote).toBe(contract.orderNote);
    });
    expect((await selectContract(db, which))[0]?.orderNote).toBe("changed");
  });

  test("does not treat undefined as a value", async () => {
    const values = { shopId } as { shopId: number; id: number };
    await expect(selectContract(db, values)).rejects.toThrow('lacks a value for "id"');
  });

  test("in SQL takes the same name in several places", async () => {
    const echo = sqlStatement<{ n: number; text: string }, { sum: number; text: string }>()(
      (value) => sql`select ${value("n")}::int + ${value("n")}::int as sum, ${value("text")}::text as text`,
    );
    expect([...(await echo(db, { n: 2, text: "a" }))]).toEqual([{ sum: 4, text: "a" }]);
    expect([...(await echo(db, { n: 5, text: "'; drop" }))]).toEqual([{ sum: 10, text: "'; drop" }]);
  });

  test("of more than one table's columns is refused where it is written", async () => {
    const nested = statement<{ shopId: number }>()((on, value) =>
      on
        .select({ customer: { id: customers.id } })
        .from(customers)
        .where(eq(customers.shopId, value("shopId"))),
    );
    await expect(nested(db, { shopId })).rejects.toThrow("columns of one table");
  });
});

describe("an update of some fields", () => {
  test("sets those, null and every type among them, leaves the others, and tells what is asked for", async () => {
    const before = await readByDrizzle();
    const fields = {
      orderNote: null,
      deliveryPrice: "4.5000",
      nextBillingDate: new Date("2031-02-28T10:00:00.000Z"),
      billingAnchors: [{ day: 31, month: null, cutoffDay: null }],
      version: 7,
    };
    const returned = await updateContract(db, { shopId, id: contract.id }, fields);
    expect(returned).toEqual([{ version: 7 }]);
    expect(await readByDrizzle()).toMatchObject({ ...fields, customerName: before?.customerName });
    expect(
      await updateContract(db, { shopId, id: contract.id }, { orderNote: "b", maxCycles: undefined }),
    ).toEqual([{ version: 7 }]);
    expect(await readByDrizzle()).toMatchObject({ orderNote: "b", maxCycles: before?.maxCycles });
  });
});

test("an inserted row has what was given, and null where nothing was", async () => {
  const insertEvent = rowInsert(events, "shopId", "type", "contractId", "changedFields", "createdAt");
  const row = { shopId, type: "paused", changedFields: ["status", 'quoted "name"'], createdAt: NOW };
  await insertEvent(db, row);
  expect(await db.select().from(events)).toMatchObject([{ ...row, contractId: null, position: null }]);
});

test("of statements sent together, the error that ended the transaction is reported, whichever arrives first", async () => {
  const insertAttempt = rowInsert(
    billingAttempts,
    "shopId",
    "contractId",
    "billingDate",
    "status",
    "idempotencyKey",
    "createdAt",
  );
  const insertNext = (on: Queryable) =>
    insertAttempt(on, {
      shopId,
      contractId: contract.id,
      billingDate: NOW,
      status: "QUEUED",
      idempotencyKey: randomUUID(),
      createdAt: NOW,
    });
  await insertNext(db);
  const failure = await inTransaction((tx) =>
    Promise.all([
      // Like one that consists of several statements: its answer arrives after those sent behind it.
      insertNext(tx).catch(async (error) => {
        await setImmediate();
        throw error;
      }),
      selectContract(tx, { shopId, id: contract.id }),
    ]),
  ).catch((error: unknown) => error);
  expect(isUniqueViolation(failure, "billing_attempts_slot_key")).toBe(true);
});
