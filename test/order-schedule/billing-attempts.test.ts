import { and, asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { topUpAttempts, topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  type TestShop,
} from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { resetDatabase } from "../support/setup/database";

const NOW = new Date("2026-03-02T12:00:00.000Z");
const at = (text: string): Date => new Date(text);
let shop: TestShop;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const contract = (overrides: ContractOverrides) =>
  insertContract(shop.id, { nextBillingDate: at("2026-03-31T07:00:00Z"), ...overrides });
const topUp = (contracts: number[] | "all" = "all", now = NOW) =>
  inTransaction((tx) => topUpAttempts(tx, shop.shop, contracts, now));

/** Sessions of this database that wait for a lock. */
const listWaiting = () =>
  db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

async function listAttempts(contractId: number) {
  const rows = await db
    .select()
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, shop.id), eq(billingAttempts.contractId, contractId)))
    .orderBy(asc(billingAttempts.billingDate));
  return rows.map((row) => `${row.status} ${row.billingDate.toISOString().slice(0, 16)}`);
}

test("a contract without attempts gets its next billing date and the two slots after it, in the shop's zone", async () => {
  const { id } = await contract({});
  expect(await topUp()).toBe(3);
  expect(await listAttempts(id)).toEqual([
    "QUEUED 2026-03-31T07:00",
    "QUEUED 2026-04-30T07:00",
    "QUEUED 2026-05-31T07:00",
  ]);
});

test("steps are counted from the anchor of the schedule, not from the clamped date", async () => {
  const { id } = await contract({
    nextBillingDate: at("2026-04-30T07:00:00Z"),
    scheduleAnchor: at("2025-12-31T08:00:00Z"),
  });
  await topUp();
  expect(await listAttempts(id)).toEqual([
    "QUEUED 2026-04-30T07:00",
    "QUEUED 2026-05-31T07:00",
    "QUEUED 2026-06-30T07:00",
  ]);
});

test("doing it again, also twice at once, adds nothing", async () => {
  const { id } = await contract({});
  const added = await Promise.all([topUp(), topUp([id]), topUpShop(shop.shop, NOW)]);
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await topUp([id])).toBe(0);
  expect(await listAttempts(id)).toHaveLength(3);
});

test("a skipped slot stays skipped and three more are queued beyond it", async () => {
  const { id } = await contract({
    attempts: [
      { status: "SKIPPED", billingDate: at("2026-03-31T07:00:00Z") },
      { status: "QUEUED", billingDate: at("2026-04-30T07:00:00Z") },
    ],
  });
  expect(await topUp()).toBe(2);
  expect(await listAttempts(id)).toEqual([
    "SKIPPED 2026-03-31T07:00",
    "QUEUED 2026-04-30T07:00",
    "QUEUED 2026-05-31T07:00",
    "QUEUED 2026-06-30T07:00",
  ]);
});

test("an order that is due but not made stays queued, and three later ones stand behind it", async () => {
  const { id } = await contract({ nextBillingDate: at("2026-02-28T08:00:00Z"), scheduleAnchor: null });
  expect(await topUp()).toBe(4);
  expect(await topUp()).toBe(0);
  expect(await listAttempts(id)).toEqual([
    "QUEUED 2026-02-28T08:00",
    "QUEUED 2026-03-28T08:00",
    "QUEUED 2026-04-28T07:00",
    "QUEUED 2026-05-28T07:00",
  ]);
});

test.each([
  ["nothing planned", undefined],
  ["orders planned that nobody made", [at("2025-10-31T08:00:00Z"), at("2025-11-30T08:00:00Z")]],
])(
  "after an outage of months, with %s, the three to come are planned from now on, none in between",
  async (_what, due) => {
    const { id } = await contract({
      nextBillingDate: at("2025-10-31T08:00:00Z"),
      attempts: due?.map((billingDate) => ({ billingDate })),
    });
    await topUp();
    expect(await topUp()).toBe(0);
    expect((await listAttempts(id)).slice(due?.length ?? 1)).toEqual([
      "QUEUED 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
    ]);
  },
);

test("as time passes the next ones are added", async () => {
  const { id } = await contract({});
  await topUp();
  expect(await topUp("all", at("2026-05-01T00:00:00Z"))).toBe(2);
  expect((await listAttempts(id)).slice(3)).toEqual(["QUEUED 2026-06-30T07:00", "QUEUED 2026-07-31T07:00"]);
});

test("after a change of the shop's time zone no day gets a second order", async () => {
  const { id } = await contract({
    nextBillingDate: at("2026-09-15T09:00:00Z"),
    scheduleAnchor: at("2026-08-15T09:00:00Z"),
  });
  const now = at("2026-08-16T00:00:00Z");
  const topUpIn = (timeZone: string, time: Date) =>
    inTransaction((tx) => topUpAttempts(tx, { id: shop.id, timeZone }, [id], time));
  await topUpIn("UTC", now);
  await topUpIn("Europe/Berlin", at("2026-09-16T00:00:00Z"));
  expect(await listAttempts(id)).toEqual([
    "QUEUED 2026-09-15T09:00",
    "QUEUED 2026-10-15T09:00",
    "QUEUED 2026-11-15T09:00",
    "QUEUED 2026-12-15T10:00",
  ]);
});

describe("the end of a contract", () => {
  test("no order is planned after endsAt", async () => {
    const { id } = await contract({ endsAt: at("2026-04-30T07:00:00Z") });
    const over = await contract({ endsAt: at("2026-03-01T00:00:00Z") });
    await topUp();
    expect(await listAttempts(id)).toEqual(["QUEUED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00"]);
    expect(await listAttempts(over.id)).toEqual([]);
  });

  test("maxCycles counts orders made, planned and the one it was bought with, but no skipped or failed ones", async () => {
    const { id } = await contract({
      maxCycles: 4,
      originOrderId: 900,
      originOrderName: "#900",
      attempts: [
        { status: "SUCCESS", billingDate: at("2026-01-31T08:00:00Z"), orderId: 901 },
        { status: "FAILURE", billingDate: at("2026-02-27T08:00:00Z") },
        { status: "SKIPPED", billingDate: at("2026-02-28T08:00:00Z") },
      ],
    });
    expect(await topUp()).toBe(2);
    expect(await topUp()).toBe(0);
    expect((await listAttempts(id)).slice(3)).toEqual(["QUEUED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00"]);
  });

  test("an origin order that is among the attempts counts once", async () => {
    const { id } = await contract({
      maxCycles: 2,
      originOrderId: 900,
      attempts: [{ status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 900 }],
    });
    await topUp();
    expect((await listAttempts(id)).slice(1)).toEqual(["QUEUED 2026-03-31T07:00"]);
  });

  test("a due order counts as one cycle, not as two", async () => {
    const { id } = await contract({
      maxCycles: 2,
      nextBillingDate: at("2026-02-28T08:00:00Z"),
      attempts: [{ status: "QUEUED", billingDate: at("2026-02-28T08:00:00Z") }],
    });
    await topUp();
    expect(await listAttempts(id)).toEqual(["QUEUED 2026-02-28T08:00", "QUEUED 2026-03-28T08:00"]);
  });
});

test("contracts that are not ACTIVE, have no next date, or belong to another shop get nothing", async () => {
  const other = await createTestShop();
  const foreign = await insertContract(other.id);
  for (const status of ["PAUSED", "CANCELLED", "EXPIRED", "FAILED"] as const) await contract({ status });
  await contract({ nextBillingDate: null });
  expect(await topUp()).toBe(0);
  expect(await topUp([foreign.id])).toBe(0);
});

test("only the contracts asked for are topped up", async () => {
  const first = await contract({});
  const second = await contract({});
  await topUp([second.id]);
  expect(await listAttempts(first.id)).toEqual([]);
  expect(await listAttempts(second.id)).toHaveLength(3);
});

test("a contract being paused meanwhile is waited for, and gets nothing", async () => {
  const { id } = await contract({});
  let planning: Promise<number> | undefined;
  await db.transaction(async (tx) => {
    await tx
      .update(contracts)
      .set({ status: "PAUSED" })
      .where(and(eq(contracts.shopId, shop.id), eq(contracts.id, id)));
    planning = topUp();
    // Only once it has reached the contract: a run that did not wait for it would have ended by then.
    await Promise.race([planning, eventually(async () => expect(await listWaiting()).toHaveLength(1))]);
  });
  expect(await planning).toBe(0);
  expect(await listAttempts(id)).toEqual([]);
});

test("a contract that is being moved is planned as it is afterwards", async () => {
  const { id } = await contract({});
  await topUp();
  await db.execute(sql`delete from billing_attempts where shop_id = ${shop.id} and billing_date =
    (select max(billing_date) from billing_attempts where shop_id = ${shop.id})`);
  let planning: Promise<number> | undefined;
  await inTransaction(async (tx) => {
    await tx.execute(sql`update contracts set next_billing_date = next_billing_date + interval '5 days',
      schedule_anchor = next_billing_date + interval '5 days' where shop_id = ${shop.id} and id = ${id}`);
    // The last first, as slots are unique.
    for (const date of ["2026-04-30", "2026-03-31"])
      await tx.execute(sql`update billing_attempts set billing_date = billing_date + interval '5 days'
        where shop_id = ${shop.id} and contract_id = ${id} and billing_date::date = ${date}::date`);
    planning = topUp();
    planning.catch(() => {});
    await eventually(async () => expect(await listWaiting()).not.toHaveLength(0));
  });
  expect(await planning).toBe(1);
  expect((await listAttempts(id)).map((order) => order.slice(0, 17))).toEqual([
    "QUEUED 2026-04-05",
    "QUEUED 2026-05-05",
    "QUEUED 2026-06-05",
  ]);
});
