import { beforeEach, describe, expect, test } from "vitest";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { createTestShop, insertContract, NOW, type TestShop } from "../../support/data/factories";
import { at, customer, merchant, monthly, PLAN, setStatus } from "../../support/data/monthly-contract";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

describe("pausing", () => {
  test("parks the orders to come and leaves skipped ones and those under way", async () => {
    const contract = await monthly(shop, {
      attempts: [
        { status: "PROCESSING", billingDate: at("2026-03-02T08:00:00Z") },
        { status: "SKIPPED", billingDate: at("2026-03-31T07:00:00Z") },
      ],
    });
    await setStatus(shop, contract, "PAUSED");
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
    const changes = await listRecordedChanges(contract);
    expect(changes.events).toMatchObject([{ type: "paused", contractVersion: 2 }]);
    expect(changes.activity).toMatchObject([
      { action: "contract.paused", before: { status: "ACTIVE" }, after: { status: "PAUSED" } },
    ]);
  });

  test("and resuming at once restores the dates, with the same orders", async () => {
    const contract = await monthly(shop);
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({
      status: "ACTIVE",
      nextBillingDate: at("2026-03-31T07:00:00Z"),
      activatedOn: NOW,
      pausedFromActive: false,
    });
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "paused",
      "activated",
    ]);
  });

  test("resumed months later, the orders fall on the first slots more than 24 h ahead", async () => {
    const contract = await monthly(shop);
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-06-29T07:00:00Z")));
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-07-31T07:00",
      "QUEUED 2026-08-31T07:00",
      "QUEUED 2026-09-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-07-31T07:00:00Z") });
  });

  test("that lasts beyond the date and the slot of an order that was moved: it comes on the next slot of the plan", async () => {
    const contract = await monthly(shop);
    const [first] = await readAttempts(contract);
    const billingDate = at("2026-03-20T08:00:00Z");
    await orderReschedule.run(merchant(shop), {
      ...{ contractId: contract.subscriptionContractId, attemptId: first?.id ?? 0 },
      ...{ billingDate, withLater: false },
    });
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-04-02T08:00:00Z")));
    expect(await listPlan(contract)).toEqual([
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect((await readAttempts(contract)).map(({ slot }) => slot)).toEqual([null, null, null]);
  });

  test("resumed a moment earlier, the next slot is just far enough", async () => {
    const contract = await monthly(shop);
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-06-29T06:59:59.999Z")));
    expect((await listPlan(contract))[0]).toBe("QUEUED 2026-06-30T07:00");
  });

  test("a skipped order stays skipped through it", async () => {
    const contract = await monthly(shop, {
      attempts: [{ status: "SKIPPED", billingDate: at("2026-04-30T07:00:00Z") }],
    });
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "ACTIVE");
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
    await setStatus(shop, contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
  });

  test("is not resumed when it ends before another order", async () => {
    const contract = await monthly(shop, { endsAt: at("2026-03-31T07:00:00Z") });
    await setStatus(shop, contract, "PAUSED");
    await expect(
      setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-03-30T08:00:00Z"))),
    ).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("cancelling", () => {
  test("calls the orders off, keeps why, and can be taken back with the same orders", async () => {
    const contract = await monthly(shop);
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await contractStatus.run(merchant(shop), {
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
    await setStatus(shop, contract, "ACTIVE");
    expect(await listPlan(contract)).toEqual(PLAN);
    expect((await readAttempts(contract)).map(({ id }) => id)).toEqual(ids);
    expect(await readContractRow(contract)).toMatchObject({
      cancelledOn: null,
      cancellationFeedback: null,
      nextBillingDate: at("2026-03-31T07:00:00Z"),
    });
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "cancelled",
      "activated",
    ]);
  });

  test("a paused one calls its parked orders off; reactivated long after, dates are to come", async () => {
    const contract = await monthly(shop);
    await setStatus(shop, contract, "PAUSED");
    await setStatus(shop, contract, "CANCELLED");
    expect(await listPlan(contract)).toEqual(PLAN.map((order) => order.replace("QUEUED", "CANCELLED")));
    await setStatus(shop, contract, "ACTIVE", merchant(shop, at("2026-05-01T00:00:00Z")));
    expect((await listPlan(contract)).filter((order) => order.startsWith("QUEUED"))).toEqual([
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
      "QUEUED 2026-07-31T07:00",
    ]);
  });

  test("before minCycles orders is refused to the customer, not to the merchant", async () => {
    const contract = await monthly(shop, {
      minCycles: 3,
      originOrderId: 900,
      attempts: [{ status: "SUCCESS", billingDate: at("2026-02-28T08:00:00Z"), orderId: 901 }],
    });
    await expect(setStatus(shop, contract, "CANCELLED", customer(shop, contract))).rejects.toMatchObject({
      code: "forbidden",
      detail: "This contract may be cancelled after 1 more order.",
    });
    await setStatus(shop, contract, "CANCELLED");
    const old = await monthly(shop, { minCycles: 1, originOrderId: 902 });
    expect(await setStatus(shop, old, "CANCELLED", customer(shop, old))).toMatchObject({ isChanged: true });
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
    await expect(setStatus(shop, contract, to)).rejects.toMatchObject({ code: "conflict" });
    expect(await listRecordedChanges(contract)).toEqual({ events: [], activity: [] });
  });

  test("a failed contract can be reactivated and cancelled", async () => {
    const contract = await insertContract(shop.id, { status: "FAILED", dunning: true });
    await setStatus(shop, contract, "ACTIVE");
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    const other = await insertContract(shop.id, { status: "FAILED" });
    await setStatus(shop, other, "CANCELLED");
    expect(await readContractRow(other)).toMatchObject({ status: "CANCELLED" });
  });
});

test("what the shop does not offer is refused to customers alone, each by its own switch", async () => {
  const contract = await monthly(shop);
  const switchOff = (...disabledActions: (typeof DEFAULT_PORTAL_SETTINGS)["disabledActions"]) =>
    savePortalSettings(db, shop.id, { ...DEFAULT_PORTAL_SETTINGS, disabledActions, updatedAt: NOW });
  await switchOff("pause");
  await expect(setStatus(shop, contract, "PAUSED", customer(shop, contract))).rejects.toMatchObject({
    code: "switched_off",
  });
  await setStatus(shop, contract, "PAUSED");
  // Being switched off takes precedence over the contract's state.
  await expect(setStatus(shop, contract, "PAUSED", customer(shop, contract))).rejects.toMatchObject({
    code: "switched_off",
  });
  await switchOff("reactivate");
  await setStatus(shop, contract, "ACTIVE", customer(shop, contract));
  await setStatus(shop, contract, "CANCELLED", customer(shop, contract));
  await expect(setStatus(shop, contract, "ACTIVE", customer(shop, contract))).rejects.toMatchObject({
    status: 403,
  });
  await setStatus(shop, contract, "ACTIVE");
});
