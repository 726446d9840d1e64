import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lookAgain } from "~/features/billing/charging/decide.service.server";
import type { PaymentGateway } from "~/features/billing/gateway/port/payment-gateway";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { paymentMethods } from "~db/schema/customers";
import { testGatewayCharges } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  createLatch,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../support/calls/billing";
import { readContractRow } from "../support/data/contract-plan";
import { insertPaymentMethod, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

const cut = () => Promise.reject(new Error("the line is cut"));
const caller = (now = DUE) => ({
  shop: shop.shop,
  customerId: null,
  audit: testAudit(now),
  receivedAt: now,
});
const LATER = new Date(DUE.getTime() + 5 * 60_000);
const listCharges = () =>
  db
    .select({ method: testGatewayCharges.paymentMethodId, result: testGatewayCharges.result })
    .from(testGatewayCharges)
    .where(eq(testGatewayCharges.shopId, shop.id));

/** A contract whose charge has not arrived at the gateway, and is looked up at `LATER`. */
async function lostOnTheWay(overrides: Parameters<typeof billedMonthly>[1] = {}): Promise<BilledContract> {
  const contract = await billedMonthly(shop, overrides);
  await runAt(shop, DUE, { open: openWithFaults(() => ({ charge: cut })) });
  expect(await firstOrderOf(contract)).toMatchObject({
    status: "UNKNOWN",
    nextStep: "LOOK",
    nextStepAt: LATER,
  });
  return contract;
}

const setStatus = (
  { subscriptionContractId: contractId }: BilledContract,
  status: "ACTIVE" | "PAUSED" | "CANCELLED",
) => contractStatus.run(caller(), { contractId, status });

async function giveOtherCard(contract: BilledContract, lastDigits = "4242"): Promise<string> {
  const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits });
  const contractId = contract.subscriptionContractId;
  await changeContract({ ...caller(), contractId }, () => ({
    action: "contract.payment_method_changed",
    events: ["updated"],
    contract: { paymentMethodId },
  }));
  return paymentMethodId;
}

async function revokeCard(contract: BilledContract): Promise<void> {
  const { paymentMethodId } = await readContractRow(contract);
  await db
    .update(paymentMethods)
    .set({ revokedAt: DUE })
    .where(eq(paymentMethods.id, paymentMethodId ?? ""));
}

/** Whoever looks first. */
const LOOKS = {
  "the run": (_: BilledContract) => runAt(shop, LATER),
  "a webhook": async (contract: BilledContract) =>
    lookAtOrder(shop.id, (await firstOrderOf(contract)).id, LATER),
};
const STOPS = { CANCELLED: "CANCELLED", PAUSED: "PARKED" } as const;

describe.each(Object.entries(LOOKS))("a charge that has not arrived, found by %s", (_, look) => {
  test.each(Object.entries(STOPS))(
    "of a contract that is %s since: it is not sent",
    async (status, order) => {
      const contract = await lostOnTheWay();
      await setStatus(contract, status as keyof typeof STOPS);
      const before = await readContractRow(contract);
      await look(contract);
      expect(await listCharges()).toEqual([]);
      expect(await firstOrderOf(contract)).toMatchObject({ status: order, attemptCount: 0, nextStep: null });
      expect(await listTriesOf(shop.id)).toMatchObject([{ state: "REFUSED" }]);
      expect(await readContractRow(contract)).toMatchObject({
        status: before.status,
        version: before.version,
        lastPaymentStatus: before.lastPaymentStatus,
      });
      expect(await findDisagreements(shop.id)).toEqual([]);
    },
  );

  test("of a contract that has another card since: the other card is charged instead", async () => {
    const contract = await lostOnTheWay();
    const method = await giveOtherCard(contract);
    await look(contract);
    await runAt(shop, LATER);
    expect(await listCharges()).toEqual([{ method, result: "PAID" }]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("with a card that is revoked since: the customer has to act, as for a new try", async () => {
    const contract = await lostOnTheWay();
    await revokeCard(contract);
    await look(contract);
    await runAt(shop, LATER);
    expect(await listCharges()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      errorCode: "INVALID_PAYMENT_METHOD",
      attemptCount: 1,
    });
  });

  test("of a contract that is not charged automatically any more: it is not sent", async () => {
    const contract = await lostOnTheWay();
    const contractId = contract.subscriptionContractId;
    await changeContract({ ...caller(), contractId }, () => ({
      action: "contract.changed",
      events: ["updated"],
      contract: { autoCharge: false },
    }));
    await look(contract);
    await runAt(shop, LATER);
    expect(await listCharges()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "AUTO_CHARGE_DISABLED", attemptCount: 0 });
  });
});

test("resumed before it is looked up: it is sent", async () => {
  const contract = await lostOnTheWay();
  await setStatus(contract, "PAUSED");
  await setStatus(contract, "ACTIVE");
  await runAt(shop, LATER);
  expect(await listCharges()).toHaveLength(1);
  expect(await listTriesOf(shop.id)).toMatchObject([{ state: "PAID" }]);
});

test("resumed after it was called off: its day has passed, and the contract goes on with its next order", async () => {
  const contract = await lostOnTheWay();
  await setStatus(contract, "PAUSED");
  await runAt(shop, LATER);
  await setStatus(contract, "ACTIVE");
  await runAt(shop, LATER);
  expect(await listCharges()).toEqual([]);
  await runAt(shop, daysAfterDue(30));
  expect(await listCharges()).toHaveLength(1);
  expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["REFUSED", "PAID"]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("of an order that had failed before, on a contract that is paused since: its dunning days go by untried", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0002" });
  await runAt(shop, DUE);
  const { nextStepAt } = await firstOrderOf(contract);
  if (!nextStepAt) throw new Error("no second try");
  await runAt(shop, nextStepAt, { open: openWithFaults(() => ({ charge: cut })) });
  await setStatus(contract, "PAUSED");
  await runAt(shop, new Date(nextStepAt.getTime() + 5 * 60_000));
  expect(await listCharges()).toHaveLength(1);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 1, nextStep: "TRY" });
});

test("left by a process that died before it sent it: it is not sent once the contract is cancelled, and not by that process either", async () => {
  const contract = await billedMonthly(shop);
  const latch = createLatch();
  const dead = runAt(shop, DUE, {
    open: openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await latch.pass();
        return gateway.charge(...asked);
      },
    })),
  });
  await latch.reached;
  await setStatus(contract, "CANCELLED");
  await runAt(shop, DUE, { realNow: new Date(DUE.getTime() + LEASE_MS + 1) });
  latch.open();
  await dead;
  expect(await listCharges()).toEqual([]);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "CANCELLED", attemptCount: 0 });
  expect(await listTriesOf(shop.id)).toMatchObject([{ state: "REFUSED" }]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

describe("while it is called off", () => {
  const runWith = (faults: (gateway: PaymentGateway) => Partial<PaymentGateway>, now = LATER) =>
    runAt(shop, now, { open: openWithFaults(faults) });

  test("a payment that arrives is recorded, on a contract that stays cancelled", async () => {
    const contract = await lostOnTheWay();
    await setStatus(contract, "CANCELLED");
    const [{ gatewayRef, key, paymentMethodId, amount, currencyCode } = {}] = await listTriesOf(shop.id);
    await runWith((gateway) => ({
      cancel: async (ref) => {
        await gateway.charge(gatewayRef ?? "", key ?? "", {
          paymentMethodId: paymentMethodId ?? "",
          amount: amount ?? "",
          currencyCode: currencyCode ?? "",
        });
        return gateway.cancel(ref);
      },
    }));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await readContractRow(contract)).toMatchObject({ status: "CANCELLED" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test.each(["cancel", "lookUp"] as const)(
    "a gateway that does not answer the %s is asked again an hour later",
    async (call) => {
      const contract = await lostOnTheWay();
      await setStatus(contract, "CANCELLED");
      let isCancelled = false;
      await runWith((gateway) => ({
        cancel: async (ref) => {
          if (call === "cancel") return cut();
          isCancelled = true;
          return gateway.cancel(ref);
        },
        lookUp: (...asked) => (isCancelled ? cut() : gateway.lookUp(...asked)),
      }));
      const { status, nextStep, nextStepAt } = await firstOrderOf(contract);
      expect({ status, nextStep }).toEqual({ status: "UNKNOWN", nextStep: "LOOK" });
      await runAt(shop, nextStepAt ?? LATER);
      expect(await listCharges()).toEqual([]);
      expect(await firstOrderOf(contract)).toMatchObject({ status: "CANCELLED", nextStep: null });
    },
  );
});

describe("a person who asks the gateway again", () => {
  const ask = async (contract: BilledContract) => lookAgain(caller(LATER), (await firstOrderOf(contract)).id);

  test("has it sent though the contract is paused", async () => {
    const contract = await lostOnTheWay();
    await setStatus(contract, "PAUSED");
    await ask(contract);
    expect(await listCharges()).toHaveLength(1);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  });

  test("does not have it sent when the contract is cancelled, or its card revoked", async () => {
    const cancelled = await lostOnTheWay();
    await setStatus(cancelled, "CANCELLED");
    await ask(cancelled);
    expect(await firstOrderOf(cancelled)).toMatchObject({ status: "CANCELLED" });
    const revoked = await lostOnTheWay();
    await revokeCard(revoked);
    await ask(revoked);
    expect(await firstOrderOf(revoked)).toMatchObject({ status: "QUEUED", nextStep: "TRY" });
    expect(await listCharges()).toEqual([]);
  });
});
