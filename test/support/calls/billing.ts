import { and, asc, eq } from "drizzle-orm";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { type OpenGateway, openGateway } from "~/features/billing/gateway/open-gateway.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { db } from "~db/client.server";
import { billingTries, orderLines, orderRefunds, orders } from "~db/schema/orders";
import { testGatewayCharges } from "~db/schema/test-gateway";
import { readAttempts } from "../data/contract-plan";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  type TestShop,
  testAudit,
} from "../data/factories";

export const at = (text: string): Date => new Date(text);

/** The billing hour of the day on which `billedMonthly` contracts are first due. */
export const DUE = at("2026-03-31T09:00:00Z");
export const daysAfterDue = (days: number, hours = 0): Date =>
  new Date(DUE.getTime() + days * 86_400_000 + hours * 3_600_000);

export const createTestGatewayShop = (overrides: Parameters<typeof createTestShop>[0] = {}) =>
  createTestShop({ ...overrides, gateway: "test" });

export type BilledContract = Awaited<ReturnType<typeof billedMonthly>>;

/** Monthly on the 31st, with its next three orders and a card that behaves by its last digits. */
export async function billedMonthly(
  shop: TestShop,
  { lastDigits = "4242", ...overrides }: ContractOverrides & { lastDigits?: string | null } = {},
) {
  const customerId = overrides.customerId ?? (await insertCustomer(shop.id)).id;
  const paymentMethodId =
    overrides.paymentMethodId !== undefined
      ? overrides.paymentMethodId
      : await insertPaymentMethod(shop.id, customerId, { lastDigits });
  const contract = await insertContract(shop.id, {
    nextBillingDate: at("2026-03-31T07:00:00Z"),
    ...overrides,
    customerId,
    paymentMethodId,
  });
  await topUpAttempts(db, shop.shop, [contract.id], NOW);
  return contract;
}

/** The merchant, calling at that instant. */
export const callerAt = (shop: TestShop, now: Date) => ({
  shop: shop.shop,
  customerId: null,
  audit: testAudit(now),
  receivedAt: now,
});

/** Charges an order as a URL that names only the order does. */
export const billOrderNow = async (caller: OperationCaller, attemptId: number) =>
  billNow(caller, await getOrderPlace(caller, attemptId, null));

/** Uses the only way to change a contract, like every caller in the app. */
export const changePaymentMethod = (
  shop: TestShop,
  contract: BilledContract,
  paymentMethodId: string,
  now: Date,
) =>
  changeContract({ ...callerAt(shop, now), contractId: contract.subscriptionContractId }, () => ({
    action: "contract.payment_method_changed",
    events: ["updated"],
    contract: { paymentMethodId },
  }));

/** The contract's next order, as it is now. */
export async function firstOrderOf(contract: BilledContract) {
  const [first] = await readAttempts(contract);
  if (!first) throw new Error("the contract has no order");
  return first;
}

/** A run of the shop's billing at an instant of its clock, alone. @returns how many orders were claimed */
export async function runAt(
  shop: TestShop,
  now: Date,
  {
    open = openGateway,
    inFlight,
    realNow = now,
  }: { open?: OpenGateway; inFlight?: number; realNow?: Date } = {},
): Promise<number> {
  return chargeDue(shop.shop, await readBillingSettings(shop.id), {
    now: () => now,
    realNow: () => realNow,
    signal: new AbortController().signal,
    open,
    inFlight,
  });
}

export const listTriesOf = (shopId: number) =>
  db
    .select()
    .from(billingTries)
    .where(eq(billingTries.shopId, shopId))
    .orderBy(asc(billingTries.attemptId), asc(billingTries.number));

export const listOrdersOf = (shopId: number) =>
  db.select().from(orders).where(eq(orders.shopId, shopId)).orderBy(asc(orders.id));

export const listRefundsOf = (shopId: number) =>
  db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.shopId, shopId))
    .orderBy(asc(orderRefunds.orderId), asc(orderRefunds.number));

export const listOrderLinesOf = (shopId: number) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.shopId, shopId))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));

/**
 * Differences between the gateway's ledger and our orders: what only one side has, orders charged twice, amounts that
 * differ. Empty when they agree one to one.
 */
export async function findDisagreements(shopId: number): Promise<string[]> {
  const [charges, made] = await Promise.all([
    db
      .select()
      .from(testGatewayCharges)
      .where(and(eq(testGatewayCharges.shopId, shopId), eq(testGatewayCharges.result, "PAID"))),
    listOrdersOf(shopId),
  ]);
  const charged = new Map<string, string[]>();
  for (const { ref, amount } of charges) charged.set(ref, [...(charged.get(ref) ?? []), amount]);
  const faults: string[] = [];
  for (const [ref, amounts] of charged)
    if (amounts.length > 1) faults.push(`${ref} charged ${amounts.length} times`);
  for (const order of made) {
    // Orders that cost nothing are not charged.
    if (order.gatewayRef === null) continue;
    const [amount] = charged.get(order.gatewayRef) ?? [];
    if (amount !== order.total) faults.push(`${order.name}: ${order.total} ordered, ${amount} charged`);
    charged.delete(order.gatewayRef);
  }
  for (const ref of charged.keys()) faults.push(`${ref} charged, and no order`);
  return faults;
}

type Gateway = NonNullable<ReturnType<OpenGateway>>;

/** The test gateway behind a bad connection: calls may be lost before they arrive, or answers on their way back. */
export function openWithFaults(wrap: (gateway: Gateway) => Partial<Gateway>): OpenGateway {
  return (shop, now) => {
    const gateway = openGateway(shop, now);
    return gateway && { ...gateway, ...wrap(gateway) };
  };
}

/** A latch that is closed until `open` is called; `reached` resolves when somebody waits at it. */
export function createLatch() {
  let open = () => {};
  let reach = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    reached,
    open,
    pass: () => {
      reach();
      return opened;
    },
  };
}
