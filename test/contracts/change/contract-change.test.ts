import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  changeAndReadContract,
  changeContract,
  changeContractIn,
} from "~/features/contracts/change/contract-change.service.server";
import { contractTransitions } from "~/features/contracts/change/contract-transitions";
import { DAY_MS } from "~/lib/days";
import { db, type Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { contractCounts, contractLines } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { sqlStatement } from "~db/statement.server";
import { inTransaction } from "~db/transaction.server";
import { readActivity, readContractRow } from "../../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
  testAudit,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

type Contract = Awaited<ReturnType<typeof insertContract>>;
const later = new Date(NOW.getTime() + 60_000);

const change = (
  contract: Contract,
  rule: (state: ContractState) => ContractChange | null,
  more: { expectedVersion?: number; customerId?: number } = {},
) => changeContract({ ...target(contract), ...more }, rule);
const target = (contract: Contract) => ({
  shop: shop.shop,
  contractId: contract.subscriptionContractId,
  customerId: null,
  audit: testAudit(later),
});
const note = (orderNote: string) => (): ContractChange => ({
  action: "contract.note_changed",
  events: ["updated"],
  contract: { orderNote },
});

const readEvents = () => db.select().from(events).where(eq(events.shopId, shop.id)).orderBy(events.id);

describe("a change that is read", () => {
  const noteAfter = (on: Queryable, { id }: Contract) =>
    sqlStatement<{ shopId: number; id: number }, { note: string }>()(
      (value) =>
        sql`select order_note as note from contracts where shop_id = ${value("shopId")} and id = ${value("id")}`,
    )(on, { shopId: shop.id, id });

  test("is read as it was made, also where there was nothing to do", async () => {
    const contract = await insertContract(shop.id, { orderNote: "old" });
    for (const rule of [note("new"), () => null]) {
      const done = await changeAndReadContract(target(contract), rule, (_, tx) => noteAfter(tx, contract));
      expect(done.answer).toMatchObject([{ note: "new" }]);
      expect(done.version).toBe(2);
    }
  });

  test("is not made when it cannot be read, and says so", async () => {
    const contract = await insertContract(shop.id, { orderNote: "old" });
    const failing = changeAndReadContract(target(contract), note("new"), (_, tx) =>
      tx.execute(sql`select 1 / 0`),
    );
    await expect(failing).rejects.toThrow();
    expect(await noteAfter(db, contract)).toMatchObject([{ note: "old" }]);
    expect(await readEvents()).toHaveLength(0);
  });
});

test("a change writes the row, the next version, one activity with only what changed, and its event", async () => {
  const contract = await insertContract(shop.id, { orderNote: "old" });
  const changed = await change(contract, note("new"));
  expect(changed).toEqual({
    id: contract.id,
    contractId: contract.subscriptionContractId,
    version: 2,
    isChanged: true,
    before: expect.objectContaining({ contract: expect.objectContaining({ version: 1, orderNote: "old" }) }),
  });
  expect(await readContractRow(contract)).toMatchObject({ orderNote: "new", version: 2, updatedAt: later });
  expect(await readActivity(contract)).toMatchObject([
    {
      actorType: "system",
      actorName: "test",
      action: "contract.note_changed",
      before: { orderNote: "old" },
      after: { orderNote: "new" },
      requestId: "test-request",
      createdAt: later,
    },
  ]);
  expect(await readEvents()).toMatchObject([
    {
      type: "updated",
      contractId: contract.id,
      contractVersion: 2,
      changedFields: ["orderNote"],
      position: null,
    },
  ]);
});

test("unchanged values are not written again", async () => {
  const contract = await insertContract(shop.id, { orderNote: "same", deliveryPrice: "5" });
  const same = () => ({ ...note("same")(), contract: { orderNote: "same", deliveryPrice: "5.00" } });
  expect(await change(contract, same)).toMatchObject({ version: 1, isChanged: false });
  expect(await change(contract, () => null)).toMatchObject({ version: 1, isChanged: false });
  expect([await readActivity(contract), await readEvents()]).toEqual([[], []]);
});

test("a change that throws leaves nothing behind", async () => {
  const contract = await insertContract(shop.id);
  const refused = change(contract, () => {
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await readContractRow(contract)).toMatchObject({ version: 1 });
});

describe("lines and discounts", () => {
  test("amounts follow them, and are recorded", async () => {
    const contract = await insertContract(shop.id, {
      deliveryPrice: "4.90",
      lines: [{ title: "Tea", currentPrice: "10.00" }],
      discounts: [{ value: "10" }],
    });
    await change(contract, ({ lines }) => ({
      action: "contract.quantity_changed",
      events: ["updated"],
      lines: lines.map((line) => ({ ...line, quantity: 3 })),
    }));
    expect(await readContractRow(contract)).toMatchObject({
      contractAmount: "27.0000",
      orderAmount: "31.9000",
    });
    expect(await readActivity(contract)).toMatchObject([
      {
        before: { title: "Tea", quantity: 1, contractAmount: "9.0000", orderAmount: "13.9000" },
        after: { title: "Tea", quantity: 3, contractAmount: "27.00", orderAmount: "31.90" },
      },
    ]);
  });

  test("lines are added, changed and removed by what the change wants", async () => {
    const contract = await insertContract(shop.id, { lines: [{ title: "A" }, { title: "B" }] });
    await change(contract, ({ lines: [first, second] }) => {
      if (!first || !second) throw new Error("two lines were made");
      return {
        action: "contract.lines_changed",
        events: ["updated"],
        lines: [
          { ...second, quantity: 2 },
          { ...second, id: randomUUID(), title: "C", position: 2 },
        ],
      };
    });
    const rows = await db
      .select()
      .from(contractLines)
      .where(and(eq(contractLines.shopId, shop.id), eq(contractLines.contractId, contract.id)))
      .orderBy(asc(contractLines.position));
    expect(rows.map(({ title, quantity }) => [title, quantity])).toEqual([
      ["B", 2],
      ["C", 1],
    ]);
    expect(await readActivity(contract)).toMatchObject([
      {
        before: { lines: [{ title: "B", quantity: 1 }, { title: "A" }] },
        after: { lines: [{ title: "B", quantity: 2 }, { title: "C" }] },
      },
    ]);
  });
});

test("attempts may move onto each other's dates, either way", async () => {
  const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const contract = await insertContract(shop.id, {
    attempts: [1, 2, 3].map((days) => ({ billingDate: day(days) })),
  });
  const dates = async () => {
    const rows = await db
      .select()
      .from(billingAttempts)
      .where(eq(billingAttempts.shopId, shop.id))
      .orderBy(asc(billingAttempts.id));
    return rows.map((row) => (row.billingDate.getTime() - NOW.getTime()) / DAY_MS);
  };
  for (const wanted of [
    [2, 3, 4],
    [1, 2, 3],
    [3, 6, 9],
    [2, 3, 6],
  ]) {
    await change(contract, ({ attempts }) => ({
      action: "contract.dates_changed",
      events: ["updated"],
      attempts: attempts.map(({ id }, index) => ({ id, billingDate: day(wanted[index] ?? 0) })),
    }));
    expect(await dates()).toEqual(wanted);
  }
});

test("a clock that runs behind does not take the contract back in time; what happened keeps its own time", async () => {
  const contract = await insertContract(shop.id, {
    createdAt: NOW,
    updatedAt: new Date(later.getTime() + 1),
  });
  await change(contract, note("new"));
  expect(await readContractRow(contract)).toMatchObject({ orderNote: "new", updatedAt: contract.updatedAt });
  expect(await readActivity(contract)).toMatchObject([{ createdAt: later }]);
  expect(await readEvents()).toMatchObject([{ createdAt: later }]);
});

test("a change sees the orders to come by their dates, however they were made", async () => {
  const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const contract = await insertContract(shop.id, {
    attempts: [9, 3, 6, 1].map((days) => ({ billingDate: day(days) })),
  });
  await inTransaction(async (tx) => {
    // Not just because an index has them in that order.
    await tx.execute(sql`set local enable_indexscan = off`);
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
    await changeContractIn(tx, target(contract), ({ attempts }) => {
      expect(attempts.map(({ billingDate }) => billingDate)).toEqual([1, 3, 6, 9].map(day));
      return null;
    });
  });
});

test("the counters follow status and interval", async () => {
  const contract = await insertContract(shop.id);
  await change(contract, () => ({
    action: "contract.interval_changed",
    events: ["billing-interval-changed"],
    contract: { billingIntervalCount: 3 },
  }));
  const rows = await db.select().from(contractCounts).where(eq(contractCounts.shopId, shop.id));
  expect(rows.map((row) => `${row.billingIntervalCount} ${row.planType} ${row.delta}`).sort()).toEqual([
    "1 PAY_AS_YOU_GO -1",
    "1 PAY_AS_YOU_GO 1",
    "3 PREPAID 1",
  ]);
});

describe("who may change what", () => {
  test("unknown, another shop's and another customer's contract get the same answer", async () => {
    const mine = await insertContract(shop.id);
    const stranger = await insertCustomer(shop.id);
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const refusals = await Promise.all(
      [
        change({ ...mine, subscriptionContractId: 1 }, note("x")),
        change(foreign, note("x")),
        change(mine, note("x"), { customerId: stranger.id }),
      ].map((refused) => refused.catch(({ code, detail }) => ({ code, detail }))),
    );
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: "not_found" });
    expect(await change(mine, note("x"), { customerId: mine.customerId })).toMatchObject({ version: 2 });
  });

  test("somebody who has seen an older version", async () => {
    const contract = await insertContract(shop.id);
    await change(contract, note("first"), { expectedVersion: 1 });
    await expect(change(contract, note("second"), { expectedVersion: 1 })).rejects.toMatchObject({
      code: "stale_version",
      status: 409,
    });
    expect(await readContractRow(contract)).toMatchObject({ orderNote: "first", version: 2 });
  });
});

test("of 200 edits at once none is lost: versions rise by one, each with its activity and event", async () => {
  const contract = await insertContract(shop.id, { lines: [{ quantity: 1, currentPrice: "1.00" }] });
  const edits = Array.from({ length: 200 }, () =>
    change(contract, ({ lines }) => ({
      action: "contract.quantity_changed",
      events: ["updated"],
      lines: lines.map((line) => ({ ...line, quantity: line.quantity + 1 })),
    })),
  );
  const versions = (await Promise.all(edits)).map(({ version }) => version).sort((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
  expect(await readContractRow(contract)).toMatchObject({ version: 201, orderAmount: "201.0000" });
  const quantities = (await readActivity(contract)).map(({ after }) => after?.quantity);
  expect(quantities).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
  const versionsOfEvents = (await readEvents())
    .map((event) => event.contractVersion ?? 0)
    .sort((a, b) => a - b);
  expect(versionsOfEvents).toEqual(versions);
});

test("the way of a status is data: nothing leaves EXPIRED, nothing but billing leads there, no way twice", () => {
  const ways = contractTransitions.map(({ from, to, by }) => `${from} ${to} ${by}`);
  expect(new Set(ways).size).toBe(ways.length);
  expect(contractTransitions.filter(({ from }) => from === "EXPIRED")).toEqual([]);
  expect(contractTransitions.filter(({ to, by }) => to === "EXPIRED" && by !== "billing")).toEqual([]);
  for (const { from, to } of contractTransitions) {
    expect(from).not.toBe(to);
    expect(CONTRACT_STATUSES).toContain(from);
  }
});
