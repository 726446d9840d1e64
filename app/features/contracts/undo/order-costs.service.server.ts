import { computeOrderAmount } from "~/features/contracts/amounts";
import { lockContractState } from "~/features/contracts/change/contract-change.repo.server";
import { withStatus } from "~/features/contracts/change/order-plan";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { listOneTimeProductsWithTitles } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import type { Queryable } from "~db/client.server";
import type { OrderCosts } from "./order-costs";

/** What orders cost as the transaction sees the contract, which this locks. @throws ProblemError not_found */
export async function readOrderCosts(
  tx: Queryable,
  { shopId, contractId, now }: { shopId: number; contractId: number; now: Date },
): Promise<OrderCosts> {
  const state = await lockContractState(tx, { shopId, contractId, owner: null }, now);
  if (!state) throw contractNotFound();
  const { contract, lines, discounts, attempts } = state;
  const products = await listOneTimeProductsWithTitles(shopId, contract.id, tx);
  const queued = withStatus(attempts, "QUEUED");
  return {
    currencyCode: contract.currencyCode,
    each: contract.orderAmount,
    orders: queued.map(({ id, billingDate }, index) => ({
      id,
      date: billingDate,
      // Lines are skipped in the next order only.
      amount: computeOrderAmount(
        {
          ...contract,
          discounts,
          lines: lines.map((line) => ({ ...line, skippedNextOrder: index === 0 && line.skippedNextOrder })),
        },
        products.filter(({ billingAttemptId }) => billingAttemptId === id),
      ),
    })),
  };
}
