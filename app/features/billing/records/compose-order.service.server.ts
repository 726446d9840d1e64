import type { ContractAttempt, ContractState } from "~/features/contracts/change/contract-change";
import { afterPaidOrder } from "~/features/contracts/change/line-price";
import { withStatus } from "~/features/contracts/change/order-plan";
import { wasSoldAtLaterPrice } from "~/features/contracts/change/outcome/order-outcome";
import type { Queryable } from "~db/client.server";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import type { OrderDraft } from "~db/schema/orders";
import { toOrderDraft } from "./order-draft";
import { hasSettledSkips, listDraftProducts, listOpenTries, listTries } from "./tries.repo.server";

/**
 * What the next try of an order sells and costs, by the contract as it is now, and as it will be when the payments that
 * are on their way have arrived (docs/decisions/157).
 *
 * @param state with the order among its attempts
 */
export async function composeOrder(
  on: Queryable,
  shopId: number,
  attemptId: number,
  state: ContractState,
): Promise<OrderDraft> {
  const attempt = state.attempts.find(({ id }) => id === attemptId);
  const leftOut = attempt ? await findLeftOut(on, attempt) : [];
  const promised: OrderDraft[] = [];
  for (const { id } of listOpenOthers(state, attemptId)) {
    const [open] = await listOpenTries(on, shopId, id);
    if (open) promised.push(open.draft);
  }
  const afterPromised = (line: ContractState["lines"][number]) => {
    const reduced = promised.filter((draft) => !wasSoldAtLaterPrice(line, draft.lines)).length;
    return reduced > 0 ? afterPaidOrder(line, state.paidOrders + reduced) : line;
  };
  const lines = state.lines.map((line) => ({
    ...afterPromised(line),
    // An order that has failed is not "the next order" any more, of which lines are left out.
    skippedNextOrder:
      leftOut.includes(line.id) || (line.skippedNextOrder && (!attempt || attempt.firstFailedAt === null)),
  }));
  const discounts = state.discounts.map((discount) => ({
    ...discount,
    usageCount: discount.usageCount + promised.filter((draft) => hasDiscount(draft, discount.id)).length,
  }));
  const products = await listDraftProducts(on, shopId, attemptId);
  return toOrderDraft({ ...state, lines, discounts }, products, attempt?.orderNote ?? null);
}

/**
 * Other orders of the contract that may still be paid as they were composed: their drafts have to be reckoned with. An
 * order that has failed is composed anew for its next try.
 */
export const listOpenOthers = ({ attempts }: ContractState, attemptId: number): ContractAttempt[] =>
  withStatus(attempts, ...OPEN_CHARGE_STATUSES).filter(({ id }) => id !== attemptId);

/** The lines that this order left out when it was tried, as the contract no longer says. */
async function findLeftOut(on: Queryable, attempt: ContractAttempt): Promise<string[]> {
  const { shopId, id, firstFailedAt, gatewayRef } = attempt;
  if (firstFailedAt === null && gatewayRef === null) return [];
  const tries = await listTries(on, shopId, id);
  return tries.findLast((each) => hasSettledSkips([each]))?.draft.skippedLineIds ?? [];
}

const hasDiscount = ({ discounts }: OrderDraft, discountId: string): boolean =>
  discounts.some(({ id }) => id === discountId);
