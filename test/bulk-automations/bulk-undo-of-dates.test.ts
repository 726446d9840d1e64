import { beforeEach, expect, test } from "vitest";
import {
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { DAY_MS } from "~/lib/days";
import { insertCatalogue } from "../support/data/catalogue";
import { listPlan, readAttempts, readContractRow } from "../support/data/contract-plan";
import { createTestShop, type TestShop, testAudit } from "../support/data/factories";
import { readTask, run } from "../support/data/many/bulk";
import { type Contract, merchant, monthly, setStatus } from "../support/data/monthly-contract";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
const SIX_WEEKLY = { id: 3_000_001, billingInterval: "WEEK" as const, billingIntervalCount: 6 };

let shop: TestShop;
let contract: Contract;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  contract = await monthly(shop);
});

/** Changes all contracts of the shop. */
async function change(kind: string, parameters: unknown, now?: Date): Promise<number> {
  const { id } = await createAutomation(
    shop.id,
    { kind, parameters, selection: { type: "ALL" }, isDraft: false },
    starter,
  );
  await run(shop.id, id, now);
  return id;
}

async function undo(task: number, now?: Date) {
  const { id } = await undoAutomation(shop.id, task, starter);
  await run(shop.id, id, now);
  return (await readTask(shop.id, id)).items.map(({ status, reason }) => ({ status, reason }));
}

const orderAt = async (place: number) => (await readAttempts(contract))[place]?.id ?? 0;
const target = () => ({ contractId: contract.subscriptionContractId });
const skip = async (place: number) =>
  orderSkip.run(merchant(shop), { ...target(), attemptId: await orderAt(place), skip: true });

async function readDates() {
  const { nextBillingDate, scheduleAnchor } = await readContractRow(contract);
  return { nextBillingDate, scheduleAnchor, orders: await listPlan(contract) };
}

test("an order that was moved and then skipped does not come back by a pause and its undo", async () => {
  const attemptId = await orderAt(0);
  const billingDate = new Date("2026-04-05T07:00:00Z");
  await orderReschedule.run(merchant(shop), { ...target(), attemptId, billingDate, withLater: false });
  await skip(0);
  const before = await readDates();
  expect(before.orders[0]).toBe("SKIPPED 2026-04-05T07:00");
  const pause = await change("CONTRACT_STATUS", { status: "PAUSED" });
  expect(await undo(pause)).toEqual([{ status: "SUCCEEDED", reason: null }]);
  expect(await readDates()).toEqual(before);
});

test("an order that was to be made within a day is made on it after the undo; once its day is over it follows the others", async () => {
  const before = await readDates();
  const [first] = before.orders;
  expect(first).toBe("QUEUED 2026-03-31T07:00");
  const soon = new Date("2026-03-31T05:00:00Z");
  expect(await undo(await change("CONTRACT_STATUS", { status: "PAUSED" }, soon), soon)).toMatchObject([
    { status: "SUCCEEDED" },
  ]);
  expect(await readDates()).toEqual(before);
  const late = new Date(+soon + DAY_MS);
  await undo(await change("CONTRACT_STATUS", { status: "PAUSED" }, soon), late);
  expect((await readDates()).orders).toEqual([
    "QUEUED 2026-04-30T07:00",
    "QUEUED 2026-05-31T07:00",
    "QUEUED 2026-06-30T07:00",
  ]);
});

test("a moved date whose later order was skipped since is not undone: the former dates would bring that order", async () => {
  await skip(1);
  const date = await change("NEXT_DATE", { date: "2026-04-10" });
  await skip(2);
  const before = await readDates();
  expect(await undo(date)).toEqual([
    {
      status: "FAILED",
      reason: "An order of the present dates was skipped: the former ones would bring it.",
    },
  ]);
  expect(await readDates()).toEqual(before);
});

test("so it is for one that was moved before it was skipped", async () => {
  const date = await change("NEXT_DATE", { date: "2026-04-10" });
  const attemptId = await orderAt(1);
  const billingDate = new Date("2026-05-20T07:00:00Z");
  await orderReschedule.run(merchant(shop), { ...target(), attemptId, billingDate, withLater: false });
  await skip(1);
  const before = await readDates();
  expect(await undo(date)).toMatchObject([{ status: "FAILED" }]);
  expect(await readDates()).toEqual(before);
});

test.each([
  ["NEXT_DATE", { date: "2026-04-10" }],
  ["NEXT_DATE", { days: 3 }],
])(
  "an order that was moved earlier: by the undo of %s %j its former date gets no other order",
  async (kind, to) => {
    const attemptId = await orderAt(0);
    const billingDate = new Date("2026-03-20T07:00:00Z");
    await orderReschedule.run(merchant(shop), { ...target(), attemptId, billingDate, withLater: false });
    const before = await readDates();
    expect(await undo(await change(kind, to))).toEqual([{ status: "SUCCEEDED", reason: null }]);
    expect(await readDates()).toEqual(before);
  },
);

test("by the undo of another selling plan an order that was moved earlier stands for its former date again", async () => {
  await insertCatalogue(shop.id, { groups: [{ plans: [SIX_WEEKLY] }] });
  const attemptId = await orderAt(0);
  const billingDate = new Date("2026-03-20T07:00:00Z");
  await orderReschedule.run(merchant(shop), { ...target(), attemptId, billingDate, withLater: false });
  const before = await readDates();
  const slots = async () => (await readAttempts(contract)).map(({ slot }) => slot?.toISOString() ?? null);
  const task = await change("SELLING_PLAN", { sellingPlanId: SIX_WEEKLY.id });
  expect(await slots()).toEqual([null, null, null]);
  expect(await undo(task)).toEqual([{ status: "SUCCEEDED", reason: null }]);
  expect(await readDates()).toEqual(before);
  expect(await slots()).toEqual(["2026-03-31T07:00:00.000Z", null, null]);
});

test.each([
  ["NEXT_DATE", { date: "2026-04-10" }, "ACTIVE"],
  ["SELLING_PLAN", { sellingPlanId: SIX_WEEKLY.id }, "ACTIVE"],
  ["SELLING_PLAN", { sellingPlanId: SIX_WEEKLY.id }, "PAUSED"],
] as const)(
  "one that was moved earlier and skipped stands for its former date again by the undo of %s %j: %s",
  async (kind, to, status) => {
    await insertCatalogue(shop.id, { groups: [{ plans: [SIX_WEEKLY] }] });
    const attemptId = await orderAt(0);
    const billingDate = new Date("2026-03-20T07:00:00Z");
    await orderReschedule.run(merchant(shop), { ...target(), attemptId, billingDate, withLater: false });
    await skip(0);
    if (status === "PAUSED") await setStatus(shop, contract, "PAUSED");
    const slot = async () => (await readAttempts(contract)).find(({ id }) => id === attemptId)?.slot;
    const [before, stoodFor] = [await readDates(), await slot()];
    const task = await change(kind, to);
    expect(await slot()).toBeNull();
    expect(await undo(task)).toEqual([{ status: "SUCCEEDED", reason: null }]);
    expect(await slot()).toEqual(stoodFor);
    expect((await readDates()).orders.slice(0, 2)).toEqual(before.orders.slice(0, 2));
  },
);

test("another selling plan ends no tries of an order that was moved earlier and then could not be paid", async () => {
  await insertCatalogue(shop.id, { groups: [{ plans: [SIX_WEEKLY] }] });
  const failed = {
    ...{ billingDate: new Date("2026-02-20T08:00:00Z"), slot: new Date("2026-03-20T08:00:00Z") },
    ...{ status: "FAILURE" as const, nextStep: "TRY" as const, nextStepAt: new Date("2026-03-02T08:00:00Z") },
  };
  contract = await monthly(shop, { attempts: [failed] });
  await change("SELLING_PLAN", { sellingPlanId: SIX_WEEKLY.id });
  const [order] = await readAttempts(contract);
  expect(order).toMatchObject({ ...failed, slot: null });
});

test("one that was skipped before stays skipped, and dates are as before", async () => {
  await skip(1);
  const before = await readDates();
  expect(await undo(await change("NEXT_DATE", { date: "2026-04-10" }))).toMatchObject([
    { status: "SUCCEEDED" },
  ]);
  expect((await readDates()).orders.slice(0, 4)).toEqual(before.orders);
});
