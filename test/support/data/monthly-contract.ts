import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import type { RequestedStatus } from "~/features/contracts/change/contract-status";
import type { FailedPayment } from "~/features/contracts/change/outcome/order-outcome";
import {
  recordOrderFailed,
  recordOrderPaid,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { db } from "~db/client.server";
import { readAttempts } from "./contract-plan";
import { type ContractOverrides, insertContract, NOW, type TestShop, testAudit } from "./factories";

export const at = (text: string): Date => new Date(text);
export type Contract = Awaited<ReturnType<typeof insertContract>>;

/** The orders of a `monthly` contract. */
export const PLAN = ["QUEUED 2026-03-31T07:00", "QUEUED 2026-04-30T07:00", "QUEUED 2026-05-31T07:00"];

/** Monthly on the 31st at nine in Berlin, with its three next orders. */
export async function monthly(shop: TestShop, overrides: ContractOverrides = {}): Promise<Contract> {
  const contract = await insertContract(shop.id, {
    nextBillingDate: at("2026-03-31T07:00:00Z"),
    ...overrides,
  });
  await topUpAttempts(db, shop.shop, [contract.id], NOW);
  return contract;
}

/** The caller. */
export const merchant = (shop: TestShop, now = NOW): ContractCaller => ({
  shop: shop.shop,
  customerId: null,
  audit: testAudit(now),
});
export const customer = (shop: TestShop, { customerId }: { customerId: number }): ContractCaller => ({
  ...merchant(shop),
  customerId,
});

export const setStatus = (
  shop: TestShop,
  contract: Contract,
  status: RequestedStatus,
  caller = merchant(shop),
) => contractStatus.run(caller, { contractId: contract.subscriptionContractId, status });

/** When the first order of a `monthly` contract is tried. */
export const TRIED = at("2026-03-31T07:00:01Z");
export const PAID = { orderId: 77, orderName: "#77", orderAmount: "12.34" };
export const FAILED: FailedPayment = { errorCode: "card_declined", errorMessage: "Declined", end: null };

/** One of its orders, by default the first, as records of its payment identify it. */
export const orderOf = async (shop: TestShop, contract: Contract, index = 0, now = TRIED) => ({
  shop: shop.shop,
  attemptId: (await readAttempts(contract))[index]?.id ?? 0,
  audit: testAudit(now),
});
export const pay = async (shop: TestShop, contract: Contract, index = 0, now = TRIED) =>
  recordOrderPaid(await orderOf(shop, contract, index, now), { ...PAID, orderId: 77 + index });
export const fail = async (shop: TestShop, contract: Contract, more: Partial<FailedPayment> = {}) =>
  recordOrderFailed(await orderOf(shop, contract), { ...FAILED, ...more });
