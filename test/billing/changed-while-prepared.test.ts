import { describe, expect, test } from "vitest";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { stepDueOrder } from "~/features/billing/hosted/hosted-order.service.server";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { changeContractIn } from "~/features/contracts/change/contract-change.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { toEntityTag } from "~/http/request/entity-tags";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import {
  at,
  type BilledContract,
  billedMonthly,
  callerAt,
  createLatch,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../support/calls/billing";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks } from "../support/setup/database";

const shop = shopOfEachTest({ gateway: "test" });

const minutes = (count: number) => new Date(DUE.getTime() + count * 60_000);
const NEXT_MONTH = at("2026-04-29T07:00:00Z");
const placeOf = async (contract: BilledContract) => ({
  attemptId: (await firstOrderOf(contract)).id,
  contractId: contract.subscriptionContractId,
});
const move = async (contract: BilledContract, now = DUE) =>
  orderReschedule.run(callerAt(shop, now), {
    ...(await placeOf(contract)),
    billingDate: NEXT_MONTH,
    withLater: false,
  });
const setStatus = (contract: BilledContract, status: "PAUSED" | "CANCELLED", now = DUE) =>
  contractStatus.run(callerAt(shop, now), { contractId: contract.subscriptionContractId, status });

/** Runs `change` while the gateway prepares the order, once. */
async function runWithChange(
  now: Date,
  change: () => Promise<unknown>,
  then: "prepared" | "out of reach" = "prepared",
): Promise<void> {
  const latch = createLatch();
  const open = openWithFaults((gateway) => ({
    prepare: async (...asked) => {
      await latch.pass();
      if (then === "out of reach") throw new Error("the line is cut");
      return gateway.prepare(...asked);
    },
  }));
  const run = runAt(shop, now, { open });
  await latch.reached;
  await change();
  latch.open();
  await run;
}

/** Sets each line of the contract when `work` waits for it. */
const editBefore = <T>(
  contract: BilledContract,
  fields: { currentPrice?: string; skippedNextOrder?: boolean },
  work: () => Promise<T>,
): Promise<T> =>
  changeBefore(contract, ({ lines }) => ({ lines: lines.map((line) => ({ ...line, ...fields })) }), work);

/** Changes the contract when `work` waits for it. */
async function changeBefore<T>(
  contract: BilledContract,
  change: (state: ContractState) => Pick<ContractChange, "contract" | "lines" | "attempts">,
  work: () => Promise<T>,
): Promise<T> {
  let working: Promise<T> | undefined;
  const target = { ...callerAt(shop, DUE), contractId: contract.subscriptionContractId };
  await inTransaction(async (tx) => {
    // Locks the contract alone: a run leaves out orders that are locked.
    await changeContractIn(tx, target, () => null);
    working = work();
    working.catch(() => {});
    await eventually(async () => expect(await countWaitingForLocks()).toBeGreaterThan(0));
    await changeContractIn(tx, target, (state) => ({
      action: "contract.changed",
      events: ["updated"],
      ...change(state),
    }));
  });
  if (!working) throw new Error("nothing was started");
  return working;
}

describe("an order that is moved to another month while it is prepared at the gateway", () => {
  test("is not charged today, but on its new day", async () => {
    const contract = await billedMonthly(shop);
    await runWithChange(DUE, () => move(contract));
    expect(await listTriesOf(shop.id)).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "QUEUED",
      billingDate: NEXT_MONTH,
      leaseUntil: null,
    });
    await runAt(shop, new Date(NEXT_MONTH.getTime() + 4 * 3_600_000));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
  });

  test("is not tried again minutes later because the gateway could not be reached", async () => {
    const contract = await billedMonthly(shop);
    await runWithChange(DUE, () => move(contract), "out of reach");
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "QUEUED",
      nextStep: null,
      nextStepAt: null,
      putOffSince: null,
      leaseUntil: null,
    });
    expect(await runAt(shop, minutes(6))).toBe(0);
  });
});

test("an order that is not due is not charged by a step that nobody asked for", async () => {
  const contract = await billedMonthly(shop);
  const { attemptId } = await placeOf(contract);
  await stepDueOrder(shop.id, attemptId, daysAfterDue(-3));
  expect(await firstOrderOf(contract)).toMatchObject({ status: "QUEUED", leaseUntil: null });
  expect(await listTriesOf(shop.id)).toEqual([]);
});

describe("a contract that is called off while an order of it is tried again", () => {
  for (const status of ["PAUSED", "CANCELLED"] as const)
    test(`${status}: the order is not charged any more`, async () => {
      const contract = await billedMonthly(shop, { lastDigits: "0119" });
      await runAt(shop, DUE);
      const { nextStepAt } = await firstOrderOf(contract);
      await runWithChange(nextStepAt ?? DUE, () => setStatus(contract, status, nextStepAt ?? DUE));
      expect(await listTriesOf(shop.id)).toHaveLength(1);
      expect(await listOrdersOf(shop.id)).toEqual([]);
    });
});

describe("an order that somebody asks for", () => {
  test("before its day follows when another charge of the card is finished", async () => {
    const contract = await billedMonthly(shop);
    const early = daysAfterDue(-10);
    const { attemptId } = await placeOf(contract);
    // Another charge of the same card is under way: this one follows as soon as that is finished.
    const other = await billedMonthly(shop, {
      customerId: contract.customerId,
      paymentMethodId: contract.paymentMethodId,
      nextBillingDate: at("2026-03-21T07:00:00Z"),
    });
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
    }));
    const run = runAt(shop, early, { open });
    await latch.reached;
    await billNow(callerAt(shop, early), await placeOf(contract));
    latch.open();
    await run;
    expect(await firstOrderOf(other)).toMatchObject({ status: "SUCCESS" });
    expect(await firstOrderOf(contract)).toMatchObject({ id: attemptId, status: "SUCCESS" });
  });

  test("is not charged at another price than they have seen", async () => {
    const contract = await billedMonthly(shop);
    const place = await placeOf(contract);
    const charge = editBefore(contract, { currentPrice: "99.00" }, () =>
      billNow(callerAt(shop, DUE), place, { version: contract.version }),
    );
    await expect(charge).rejects.toMatchObject({ code: "stale_version" });
    expect(await listTriesOf(shop.id)).toEqual([]);
    await billNow(callerAt(shop, DUE), place);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "99.0000" }]);
  });

  test("is not charged in another state than they name by If-Match", async () => {
    const contract = await billedMonthly(shop);
    const place = await placeOf(contract);
    const seen = toEntityTag(await getTaggedContract(shop.id, contract.subscriptionContractId, null));
    const charge = editBefore(contract, { currentPrice: "99.00" }, () =>
      billNow({ ...callerAt(shop, DUE), ifMatch: [seen] }, place),
    );
    await expect(charge).rejects.toMatchObject({ code: "precondition_failed" });
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("without having seen anything is charged as the contract is by then", async () => {
    const contract = await billedMonthly(shop);
    const place = await placeOf(contract);
    await editBefore(contract, { currentPrice: "99.00" }, () => billNow(callerAt(shop, DUE), place));
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "99.0000" }]);
  });
});

test("an order without products that gets one while it is being skipped is made", async () => {
  const contract = await billedMonthly(shop, { lines: [{ title: "Coffee", skippedNextOrder: true }] });
  await editBefore(contract, { skippedNextOrder: false }, () => runAt(shop, DUE));
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
});

describe("an order that was not to be charged when it was claimed", () => {
  test("is charged if its customer gives their first card meanwhile", async () => {
    const contract = await billedMonthly(shop, { autoCharge: false });
    await changeBefore(
      contract,
      () => ({ contract: { autoCharge: true } }),
      () => runAt(shop, DUE),
    );
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  });

  test("is charged if the contract's end is moved beyond it", async () => {
    const contract = await billedMonthly(shop);
    await db.update(contracts).set({ endsAt: at("2026-03-30T00:00:00Z") });
    await changeBefore(
      contract,
      () => ({ contract: { endsAt: null } }),
      () => runAt(shop, DUE),
    );
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  });

  test("waits for its new day if it is moved meanwhile", async () => {
    const contract = await billedMonthly(shop, { autoCharge: false });
    const { id } = await firstOrderOf(contract);
    await changeBefore(
      contract,
      () => ({ attempts: [{ id, billingDate: NEXT_MONTH }] }),
      () => runAt(shop, DUE),
    );
    expect(await firstOrderOf(contract)).toMatchObject({ id, status: "QUEUED", leaseUntil: null });
  });
});
