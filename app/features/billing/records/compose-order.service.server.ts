import { toOrderDraft } from "~/features/billing/records/order-draft";
import { listDraftProducts, listTries } from "~/features/billing/records/tries.repo.server";
import type { ContractState } from "~/features/contracts/change/contract-change";
import type { Queryable } from "~db/client.server";
import type { OrderDraft } from "~db/schema/orders";

/**
 * What the next try of an order sells and costs, by the contract as it is now.
 *
 * @param state with the order among its attempts
 */
export async function composeOrder(
  on: Queryable,
  shopId: number,
  attemptId: number,
  state: ContractState,
): Promise<OrderDraft> {
  const { firstFailedAt = null, orderNote = null } = state.attempts.find(({ id }) => id === attemptId) ?? {};
  // "Left out of the next order" means the order that was next at the time: an order that was tried before leaves out
  // what it left out then, and nothing that is to be left out of the order after it.
  const earlier = firstFailedAt && (await listTries(on, shopId, attemptId)).at(-1)?.draft;
  const lines = earlier
    ? state.lines.map((line) => ({
        ...line,
        skippedNextOrder: line.skippedNextOrder && earlier.skippedLineIds.includes(line.id),
      }))
    : state.lines;
  return toOrderDraft({ ...state, lines }, await listDraftProducts(on, shopId, attemptId), orderNote);
}
