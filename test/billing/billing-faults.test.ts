import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { testGatewayCharges } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  createLatch,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrderLinesOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../support/calls/billing";
import { readContractRow } from "../support/data/contract-plan";
import { insertPaymentMethod, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

const cut = () => Promise.reject(new Error("the line is cut"));
const listCharges = () => db.select().from(testGatewayCharges).where(eq(testGatewayCharges.shopId, shop.id));
const minutes = (count: number) => new Date(DUE.getTime() + count * 60_000);
const merchant = () => ({ shop: shop.shop, customerId: null, audit: testAudit(DUE) });

describe("a connection that is cut", () => {
  test("before the order is prepared: no try, and again five minutes later", async () => {
    const contract = await billedMonthly(shop);
    await runAt(shop, DUE, { open: openWithFaults(() => ({ prepare: cut })) });
    expect(await listTriesOf(shop.id)).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "QUEUED",
      nextStep: "TRY",
      nextStepAt: minutes(5),
    });
    await runAt(shop, minutes(5));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
  });

  test("after the charge: the same call at once under the same key, and one charge", async () => {
    const contract = await billedMonthly(shop);
    let calls = 0;
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        const outcome = await gateway.charge(...asked);
        return ++calls === 1 ? cut() : outcome;
      },
    }));
    await runAt(shop, DUE, { open });
    expect(calls).toBe(2);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    expect(await listCharges()).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("for days: one try, looked up at growing intervals, then left to a person; nothing new is tried meanwhile", async () => {
    const contract = await billedMonthly(shop);
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await gateway.charge(...asked);
        return cut();
      },
      lookUp: cut,
    }));
    await runAt(shop, DUE, { open });
    const looks: Date[] = [];
    for (;;) {
      const { nextStepAt, status } = await firstOrderOf(contract);
      expect(status).toBe("UNKNOWN");
      if (!nextStepAt) break;
      looks.push(nextStepAt);
      await runAt(shop, nextStepAt, { open });
    }
    expect(looks).toHaveLength(7);
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN", looks: 8 }]);
    expect(await listCharges()).toHaveLength(1);
    expect(await runAt(shop, daysAfterDue(20))).toBe(0);
  });
});

describe("a process that dies", () => {
  test("between storing the try and the charge: the next process sends it under its key, and a late call of the dead one changes nothing", async () => {
    const contract = await billedMonthly(shop);
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await latch.pass();
        return gateway.charge(...asked);
      },
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    expect(await firstOrderOf(contract)).toMatchObject({ status: "PROCESSING" });
    expect(await runAt(shop, DUE)).toBe(0);
    const realNow = new Date(DUE.getTime() + LEASE_MS + 1);
    expect(await runAt(shop, DUE, { realNow })).toBe(1);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    latch.open();
    await dead;
    expect(await listCharges()).toHaveLength(1);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("between the charge and its record: the next process finds it at the gateway", async () => {
    const contract = await billedMonthly(shop);
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        const outcome = await gateway.charge(...asked);
        await latch.pass();
        return outcome;
      },
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    await runAt(shop, DUE, { realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    latch.open();
    await dead;
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("before a charge that its successor is refused: what arrives late is recorded all the same", async () => {
    const contract = await billedMonthly(shop);
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await latch.pass();
        return gateway.charge(...asked);
      },
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    const busy = openWithFaults(() => ({ charge: async () => ({ kind: "throttled", retryAfterMs: 1000 }) }));
    await runAt(shop, DUE, { open: busy, realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
    // Not given up: the first process may still be waiting for its answer.
    expect(await firstOrderOf(contract)).toMatchObject({ status: "UNKNOWN", nextStep: "LOOK" });
    await contractStatus.run(merchant(), { contractId: contract.subscriptionContractId, status: "PAUSED" });
    latch.open();
    await dead;
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("before the bank asks about its successor, with another card paying meanwhile: the question still counts as a try", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    await runAt(shop, DUE, { realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
    expect(await firstOrderOf(contract)).toMatchObject({ status: "ACTION_REQUIRED", attemptCount: 1 });
    const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
    const contractId = contract.subscriptionContractId;
    await changeContract({ ...merchant(), contractId }, () => ({
      action: "contract.changed",
      events: ["updated"],
      contract: { paymentMethodId },
    }));
    await runAt(shop, minutes(1));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    latch.open();
    await dead;
    expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["DECLINED", "PAID"]);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("before the bank asks about its successor: a late refusal changes nothing", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    const latch = createLatch();
    const open = openWithFaults(() => ({
      charge: () => latch.pass().then(() => ({ kind: "throttled", retryAfterMs: 1000 })),
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    await runAt(shop, DUE, { realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
    const asked = await firstOrderOf(contract);
    expect(asked).toMatchObject({ status: "ACTION_REQUIRED", attemptCount: 1 });
    latch.open();
    await dead;
    expect(await firstOrderOf(contract)).toEqual(asked);
    expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["CHALLENGE"]);
  });

  test("after a decline: it is counted once", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0002" });
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        const outcome = await gateway.charge(...asked);
        await latch.pass();
        return outcome;
      },
    }));
    const dead = runAt(shop, DUE, { open });
    await latch.reached;
    await runAt(shop, DUE, { realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
    latch.open();
    await dead;
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 1 });
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });
});

describe("while a charge is under way", () => {
  /** Runs `change` between storing the try and its charge. */
  async function changeInBetween(contract: BilledContract, change: () => Promise<unknown>): Promise<void> {
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await latch.pass();
        return gateway.charge(...asked);
      },
    }));
    const run = runAt(shop, DUE, { open });
    await latch.reached;
    await change();
    latch.open();
    await run;
    expect(await firstOrderOf(contract)).not.toMatchObject({ status: "PROCESSING" });
  }

  test("an edit of the contract is of the next order: this one is made as it was charged", async () => {
    const contract = await billedMonthly(shop, {
      lines: [
        { title: "Coffee", currentPrice: "10.00" },
        { title: "Tea", currentPrice: "5.00" },
      ],
      discounts: [{ title: "Twice", value: "10", recurringCycleLimit: 2 }],
    });
    await changeInBetween(contract, () =>
      changeContract({ ...merchant(), contractId: contract.subscriptionContractId }, (state) => ({
        action: "contract.lines_changed",
        events: ["updated"],
        lines: state.lines.map((line, index) =>
          index === 0 ? { ...line, currentPrice: "99.00" } : { ...line, skippedNextOrder: true },
        ),
        discounts: [],
      })),
    );
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "13.5000" }]);
    expect((await listOrderLinesOf(shop.id)).map(({ title, unitPrice }) => `${title} ${unitPrice}`)).toEqual([
      "Coffee 10.0000",
      "Tea 5.0000",
    ]);
    // The line that was skipped in the meantime is left out of the next order.
    expect((await readContractRow(contract)).orderAmount).toBe("104.0000");
    await runAt(shop, daysAfterDue(30));
    expect((await listOrdersOf(shop.id))[1]).toMatchObject({ total: "99.0000" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("a contract that is paused or cancelled keeps the order that was charged, and nothing follows it", async () => {
    for (const status of ["PAUSED", "CANCELLED"] as const) {
      const contract = await billedMonthly(shop);
      await changeInBetween(contract, () =>
        contractStatus.run(merchant(), { contractId: contract.subscriptionContractId, status }),
      );
      expect(await readContractRow(contract)).toMatchObject({ status, lastPaymentStatus: "SUCCEEDED" });
      expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    }
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("another payment method waits for its end, and is tried at once when the old one was declined", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0002" });
    const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
    await changeInBetween(contract, () =>
      changeContract({ ...merchant(), contractId: contract.subscriptionContractId }, () => ({
        action: "contract.payment_method_changed",
        events: ["updated"],
        contract: { paymentMethodId },
      })),
    );
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["DECLINED", "PAID"]);
  });
});

test("a gateway that is busy or refuses: no try, nothing counted, and later again", async () => {
  const busy = await billedMonthly(shop);
  await runAt(shop, DUE, {
    open: openWithFaults(() => ({ charge: async () => ({ kind: "throttled", retryAfterMs: 30_000 }) })),
  });
  expect(await firstOrderOf(busy)).toMatchObject({
    status: "QUEUED",
    attemptCount: 0,
    nextStepAt: new Date(DUE.getTime() + 30_000),
  });
  await runAt(shop, minutes(1), {
    open: openWithFaults(() => ({ charge: async () => ({ kind: "refused", reason: "Not set up." }) })),
  });
  expect(await firstOrderOf(busy)).toMatchObject({
    status: "QUEUED",
    attemptCount: 0,
    nextStepAt: daysAfterDue(1),
  });
  expect((await readContractRow(busy)).lastPaymentStatus).toBeNull();
  await runAt(shop, daysAfterDue(1));
  expect(await firstOrderOf(busy)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
  expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["REFUSED", "REFUSED", "PAID"]);
});
