import { beforeEach, describe, expect, test } from "vitest";
import { topUpAttempts } from "~/features/billing/billing-attempts.service.server";
import type { ContractCaller } from "~/features/contracts/contract-change.service.server";
import {
  skipContractOrder,
  unskipContractOrder,
  updateNextDate,
  updateStatus,
} from "~/features/contracts/contract-lifecycle.service.server";
import type { RequestedStatus } from "~/features/contracts/contract-status";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { listPlan, listTold, readAttempts, readContractRow } from "./support/contract-plan";
import { resetDatabase } from "./support/database";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
  testAudit,
} from "./support/factories";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const at = (text: string): Date => new Date(text);
type Contract = Awaited<ReturnType<typeof insertContract>>;

/** Monthly on the 31st at nine in Berlin, with its three next orders. */
async function monthly(overrides: ContractOverrides = {}): Promise<Contract> {
  const contract = await insertContract(shop.id, {
    nextBillingDate: at("2026-03-31T07:00:00Z"),
    ...overrides,
  });
  await topUpAttempts(db, shop.shop, [contract.id], NOW);
  return contract;
}

const merchant = (now = NOW): ContractCaller => ({
  shop: shop.shop,
  customerId: null,
  audit: testAudit(now),
});
const customer = ({ customerId }: { customerId: number }, now = NOW): ContractCaller => ({
  ...merchant(now),
  customerId,
});
const setStatus = (contract: Contract, status: RequestedStatus, caller = merchant()) =>
  updateStatus(caller, { contractId: contract.subscriptionContractId, status });
const setDate = (contract: Contract, date: string, caller = merchant()) =>
  updateNextDate(caller, { contractId: contract.subscriptionContractId, nextBillingDate: at(date) });
const attemptOf = async (contract: Contract, index: number): Promise<number> =>
  (await readAttempts(contract))[index]?.id ?? 0;

const PLAN = ["QUEUED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00", "QUEUED 2026-05-31T07:00"];

describe("pausing", () => {
  test("parks the orders to come and leaves skipped ones and those under way", async () => {
    const contract = await monthly({
      attempts: [
        { status: "PROCESSING", billingDate: at("2026-03-02T08:00:00Z") },
        { status: "SKIPPED", billingDate: at("2026-03-31T07:00:00Z") },
      ],
    });
    await setStatus(contract, "PAUSED");
    expect(await listPlan(contract)).toEqual([
      "PROCESSING 2026-03-02T08:00",
      "SKIPPED 2026-03-31T07:00",
      "PARKED 2026-04-30T07:00",
      "PARKED 2026-05-31T07:00",
      "PARKED 2026-06-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({
      status: "PAUSED",
      pausedOn: NOW,
      pausedFromActive: true,
      version: 2,
    });
    const told = await listTold(contract);
    expect(told.events).toMatchObject([{ type: "paused", contractVersion: 2 }]);
    expect(told.activity).toMatchObject([
      { action: "contract.paused", before: { status: "ACTIVE" }, after: { status: "PAUSED" } },
    ]);
  });

  test("and resuming at once restores the dates, with the same orders", async () => {
    const contract = await monthly();
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await setStatus(contract, "PAUSED");
    await setStatus(contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({
      status: "ACTIVE",
      nextBillingDate: at("2026-03-31T07:00:00Z"),
      activatedOn: NOW,
      pausedFromActive: false,
    });
    expect((await listTold(contract)).events.map(({ type }) => type)).toEqual(["paused", "activated"]);
  });

  test("resumed months later, the orders fall on the first slots more than 24 h ahead", async () => {
    const contract = await monthly();
    await setStatus(contract, "PAUSED");
    await setStatus(contract, "ACTIVE", merchant(at("2026-06-29T07:00:00Z")));
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-07-31T07:00",
      "QUEUED 2026-08-31T07:00",
      "QUEUED 2026-09-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-07-31T07:00:00Z") });
  });

  test("resumed a moment earlier, the next slot is just far enough", async () => {
    const contract = await monthly();
    await setStatus(contract, "PAUSED");
    await setStatus(contract, "ACTIVE", merchant(at("2026-06-29T06:59:59.999Z")));
    expect((await listPlan(contract))[0]).toBe("QUEUED 2026-06-30T07:00");
  });

  test("a skipped order stays skipped through it", async () => {
    const contract = await monthly({
      attempts: [{ status: "SKIPPED", billingDate: at("2026-04-30T07:00:00Z") }],
    });
    await setStatus(contract, "PAUSED");
    await setStatus(contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-03-31T07:00",
      "SKIPPED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
  });

  test("a contract without parked orders, as an import makes it, gets its orders when it resumes", async () => {
    const contract = await insertContract(shop.id, {
      status: "PAUSED",
      nextBillingDate: at("2026-01-31T08:00:00Z"),
    });
    await setStatus(contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
  });

  test("is not resumed when it ends before another order", async () => {
    const contract = await monthly({ endsAt: at("2026-03-31T07:00:00Z") });
    await setStatus(contract, "PAUSED");
    await expect(setStatus(contract, "ACTIVE", merchant(at("2026-03-30T08:00:00Z")))).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("cancelling", () => {
  test("calls the orders off, keeps why, and can be taken back with the same orders", async () => {
    const contract = await monthly();
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await updateStatus(merchant(), {
      contractId: contract.subscriptionContractId,
      status: "CANCELLED",
      cancellation: { reason: "Too expensive", feedback: "Since April." },
    });
    expect(await readContractRow(contract)).toMatchObject({
      status: "CANCELLED",
      cancelledOn: NOW,
      cancellationFeedback: "Too expensive: Since April.",
      nextBillingDate: null,
    });
    expect((await listPlan(contract)).every((order) => order.startsWith("CANCELLED"))).toBe(true);
    await setStatus(contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({
      cancelledOn: null,
      cancellationFeedback: null,
      nextBillingDate: at("2026-03-31T07:00:00Z"),
    });
    expect((await listTold(contract)).events.map(({ type }) => type)).toEqual(["cancelled", "activated"]);
  });

  test("a paused one calls its parked orders off; reactivated long after, dates are to come", async () => {
    const contract = await monthly();
    await setStatus(contract, "PAUSED");
    await setStatus(contract, "CANCELLED");
    await setStatus(contract, "ACTIVE", merchant(at("2026-05-01T00:00:00Z")));
    expect((await listPlan(contract)).filter((order) => order.startsWith("QUEUED"))).toEqual([
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
      "QUEUED 2026-07-31T07:00",
    ]);
  });

  test("before minCycles orders is refused to the customer, not to the merchant", async () => {
    const contract = await monthly({
      minCycles: 3,
      originOrderId: 900,
      attempts: [{ status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 901 }],
    });
    await expect(setStatus(contract, "CANCELLED", customer(contract))).rejects.toMatchObject({
      code: "forbidden",
      detail: "This contract may be cancelled after 1 more order.",
    });
    await setStatus(contract, "CANCELLED");
    const old = await monthly({ minCycles: 1, originOrderId: 902 });
    expect(await setStatus(old, "CANCELLED", customer(old))).toMatchObject({ isChanged: true });
  });
});

describe("ways that do not exist", () => {
  test.each([
    ["ACTIVE", "ACTIVE"],
    ["PAUSED", "PAUSED"],
    ["CANCELLED", "CANCELLED"],
    ["CANCELLED", "PAUSED"],
    ["FAILED", "PAUSED"],
    ["EXPIRED", "ACTIVE"],
    ["EXPIRED", "CANCELLED"],
  ] as const)("%s → %s is a conflict, and nothing is told", async (from, to) => {
    const contract = await insertContract(shop.id, { status: from });
    await expect(setStatus(contract, to)).rejects.toMatchObject({ code: "conflict" });
    expect(await listTold(contract)).toEqual({ events: [], activity: [] });
  });

  test("a failed contract can be reactivated and cancelled", async () => {
    const contract = await insertContract(shop.id, { status: "FAILED", dunning: true });
    await setStatus(contract, "ACTIVE");
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    const other = await insertContract(shop.id, { status: "FAILED" });
    await setStatus(other, "CANCELLED");
    expect(await readContractRow(other)).toMatchObject({ status: "CANCELLED" });
  });
});

test("what the shop does not offer is refused to customers alone, each by its own switch", async () => {
  const contract = await monthly();
  const switchOff = (...disabledActions: (typeof DEFAULT_PORTAL_SETTINGS)["disabledActions"]) =>
    savePortalSettings(db, shop.id, { ...DEFAULT_PORTAL_SETTINGS, disabledActions, updatedAt: NOW });
  await switchOff("pause");
  await expect(setStatus(contract, "PAUSED", customer(contract))).rejects.toMatchObject({
    code: "switched_off",
  });
  await setStatus(contract, "PAUSED");
  // Switched off comes before what the contract's state says.
  await expect(setStatus(contract, "PAUSED", customer(contract))).rejects.toMatchObject({
    code: "switched_off",
  });
  await switchOff("reactivate");
  await setStatus(contract, "ACTIVE", customer(contract));
  await setStatus(contract, "CANCELLED", customer(contract));
  await expect(setStatus(contract, "ACTIVE", customer(contract))).rejects.toMatchObject({ status: 403 });
  await setStatus(contract, "ACTIVE");
});

describe("the next date", () => {
  test("moves the first order there and the others behind it, with their ids", async () => {
    const contract = await monthly();
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await setDate(contract, "2026-04-10T06:00:00Z");
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-04-10T06:00",
      "QUEUED 2026-05-10T06:00",
      "QUEUED 2026-06-10T06:00",
    ]);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-10T06:00:00Z") });
    expect((await listTold(contract)).events).toMatchObject([{ type: "next-order-date-changed" }]);
  });

  test("onto a skipped order: that one is wanted after all", async () => {
    const contract = await monthly({
      attempts: [{ status: "SKIPPED", billingDate: at("2026-03-31T07:00:00Z") }],
    });
    await setDate(contract, "2026-03-31T07:00:00Z");
    expect(await listPlan(contract)).toEqual([...PLAN, "QUEUED 2026-06-30T07:00"]);
  });

  test("of the same instant changes nothing", async () => {
    const contract = await monthly();
    expect(await setDate(contract, "2026-03-31T07:00:00Z")).toMatchObject({ isChanged: false });
  });

  test.each([
    ["2026-03-02T12:00:00Z", "Use a date to come."],
    ["2036-03-03T12:00:00Z", "Use a date within 10 years."],
    ["2026-12-01T12:00:00Z", "The contract ends before that date."],
  ])("%s is refused", async (date, detail) => {
    const contract = await monthly({ endsAt: at("2026-11-30T12:00:00Z") });
    await expect(setDate(contract, date)).rejects.toMatchObject({
      code: "invalid_request",
      extra: { errors: [{ parameter: "nextBillingDate", detail }] },
    });
  });

  test("on which an order has been made, or of a contract that is paused: a conflict", async () => {
    const made = await monthly({
      attempts: [{ status: "SUCCESS", billingDate: at("2026-03-20T07:00:00Z"), orderId: 7 }],
    });
    await expect(setDate(made, "2026-03-20T07:00:00Z")).rejects.toMatchObject({ code: "conflict" });
    const paused = await insertContract(shop.id, { status: "PAUSED" });
    await expect(setDate(paused, "2026-04-20T07:00:00Z")).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("skipping an order", () => {
  test("leaves it out, makes the next one the next date, and plans one more", async () => {
    const contract = await monthly();
    const attemptId = await attemptOf(contract, 0);
    await skipContractOrder(merchant(), { attemptId });
    expect(await listPlan(contract)).toEqual([
      "SKIPPED 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
    const told = await listTold(contract);
    expect(told.events).toMatchObject([{ type: "billing-skipped", billingAttemptId: attemptId }]);
    expect(told.activity).toMatchObject([
      {
        action: "contract.order_skipped",
        before: { order: { date: "2026-03-31T07:00:00.000Z", status: "QUEUED" } },
        after: { order: { date: "2026-03-31T07:00:00.000Z", status: "SKIPPED" } },
      },
    ]);
  });

  test("and taking it back restores the plan to the last order", async () => {
    const contract = await monthly();
    const attemptId = await attemptOf(contract, 0);
    await skipContractOrder(merchant(), { attemptId });
    await unskipContractOrder(merchant(), { attemptId });
    expect(await listPlan(contract)).toEqual(PLAN);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-03-31T07:00:00Z") });
  });

  test("one-time products go with the next order, and more of what it has already", async () => {
    const contract = await monthly();
    const [first = 0, second = 0] = (await readAttempts(contract)).map(({ id }) => id);
    const product = (billingAttemptId: number, variantId: number, quantity: number) => ({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId,
      variantId,
      variantHandle: "v",
      quantity,
      price: "1.00",
      createdAt: NOW,
    });
    await db
      .insert(oneTimeProducts)
      .values([product(first, 1, 2), product(first, 2, 998), product(second, 2, 5)]);
    await skipContractOrder(merchant(), { attemptId: first });
    const rows = await db.select().from(oneTimeProducts);
    expect(
      rows
        .map((row) => [row.billingAttemptId, row.variantId, row.quantity])
        .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0)),
    ).toEqual([
      [second, 1, 2],
      [second, 2, 999],
    ]);
    // The order that was planned in its stead is kept while something is on it.
    const planned = await attemptOf(contract, 3);
    await db.insert(oneTimeProducts).values(product(planned, 3, 1));
    await unskipContractOrder(merchant(), { attemptId: first });
    expect(await listPlan(contract)).toEqual([...PLAN, "QUEUED 2026-06-30T07:00"]);
  });

  test("every order to come may be skipped; the next date is then the slot behind them", async () => {
    const contract = await monthly({ maxCycles: 1, originOrderId: null });
    expect(await listPlan(contract)).toEqual(["QUEUED 2026-03-31T07:00"]);
    await skipContractOrder(merchant(), { attemptId: await attemptOf(contract, 0) });
    expect(await listPlan(contract)).toEqual(["SKIPPED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00"]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
  });

  test("twice, of an order made, or taking back what is not skipped or has passed: a conflict", async () => {
    const contract = await monthly({
      attempts: [
        { status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 5 },
        { status: "SKIPPED", billingDate: at("2026-03-01T08:00:00Z") },
      ],
    });
    const [made, passed, next] = (await readAttempts(contract)).map(({ id }) => id);
    const conflict = { code: "conflict" };
    await expect(skipContractOrder(merchant(), { attemptId: made ?? 0 })).rejects.toMatchObject(conflict);
    await expect(unskipContractOrder(merchant(), { attemptId: passed ?? 0 })).rejects.toMatchObject(conflict);
    await expect(unskipContractOrder(merchant(), { attemptId: next ?? 0 })).rejects.toMatchObject(conflict);
    await skipContractOrder(merchant(), { attemptId: next ?? 0 });
    await expect(skipContractOrder(merchant(), { attemptId: next ?? 0 })).rejects.toMatchObject(conflict);
    const late = merchant(at("2026-03-31T07:00:00Z"));
    await expect(unskipContractOrder(late, { attemptId: next ?? 0 })).rejects.toMatchObject(conflict);
  });

  test("of a paused contract is a conflict", async () => {
    const contract = await monthly();
    const attemptId = await attemptOf(contract, 0);
    await setStatus(contract, "PAUSED");
    await expect(skipContractOrder(merchant(), { attemptId })).rejects.toMatchObject({ code: "conflict" });
  });

  test("unknown, another shop's, another customer's and another contract's order get the same answer", async () => {
    const contract = await monthly();
    const attemptId = await attemptOf(contract, 0);
    const stranger = await insertCustomer(shop.id);
    const otherShop = await createTestShop();
    const refusals = await Promise.all(
      [
        skipContractOrder(merchant(), { attemptId: 1 }),
        skipContractOrder({ ...merchant(), shop: otherShop.shop }, { attemptId }),
        skipContractOrder(customer({ customerId: stranger.id }), { attemptId }),
        unskipContractOrder(merchant(), { attemptId, contractId: 1 }),
      ].map((refused) => refused.catch(({ code, detail }) => `${code} ${detail}`)),
    );
    expect(new Set(refusals)).toEqual(new Set(["not_found There is no such order."]));
    const contractId = contract.subscriptionContractId;
    await skipContractOrder(customer(contract), { attemptId, contractId });
  });
});
