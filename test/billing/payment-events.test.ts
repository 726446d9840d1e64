import { describe, expect, test } from "vitest";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import {
  type BilledContract,
  billedMonthly,
  callerAt,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  runAt,
} from "../support/calls/billing";
import { listRecordedChanges, readAttempts } from "../support/data/contract-plan";
import { insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

/** The events of payments, oldest first, without the contract's own family of events. */
const listPaymentEvents = async (contract: BilledContract) =>
  (await listRecordedChanges(contract)).events
    .filter(({ type }) => type.includes("."))
    .map(({ type, facts, billingAttemptId }) => ({ type, facts, billingAttemptId }));

describe("events of payments (docs/wire.md §6)", () => {
  test("a failed payment's event has its reason and next try as of then; dunning begins once and ends as recovered", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "9995" });
    const [order] = await readAttempts(contract);
    await runAt(shop, DUE);
    await runAt(shop, daysAfterDue(1));
    const card = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
    await changePaymentMethod(shop, contract, card, daysAfterDue(2));
    await runAt(shop, daysAfterDue(2));
    const failed = (days: number) => ({
      type: "payment.failed",
      facts: { class: "later", code: "INSUFFICIENT_FUNDS", nextTryAt: daysAfterDue(days).toISOString() },
      billingAttemptId: order?.id,
    });
    expect(await listPaymentEvents(contract)).toEqual([
      failed(1),
      { type: "dunning.started", facts: null, billingAttemptId: order?.id },
      failed(3),
      { type: "payment-method.updated", facts: { paymentMethodId: card }, billingAttemptId: null },
      { type: "order.paid", facts: null, billingAttemptId: order?.id },
      { type: "dunning.ended", facts: { recovered: true }, billingAttemptId: order?.id },
    ]);
  });

  test("the bank's question is no failure, and its contract, paused meanwhile, is not recovered", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    await runAt(shop, DUE);
    await contractStatus.run(callerAt(shop, daysAfterDue(1)), {
      contractId: contract.subscriptionContractId,
      status: "PAUSED",
    });
    expect((await listPaymentEvents(contract)).map(({ type, facts }) => ({ type, facts }))).toEqual([
      { type: "payment.action-required", facts: { code: "AUTHENTICATION_REQUIRED" } },
      { type: "dunning.started", facts: null },
      { type: "dunning.ended", facts: { recovered: false } },
    ]);
  });

  test("the same outcome reported twice makes one event", async () => {
    const contract = await billedMonthly(shop);
    await runAt(shop, DUE);
    await runAt(shop, DUE);
    expect((await listPaymentEvents(contract)).map(({ type }) => type)).toEqual(["order.paid"]);
  });
});
