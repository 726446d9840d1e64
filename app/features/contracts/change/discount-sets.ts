import type { ActivityAction } from "~/features/activity/activity";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";

type Discount = ContractState["discounts"][number];

/** A discount as it was planned, without whose it is. */
export type DiscountContent = Omit<Discount, "shopId" | "contractId">;

/**
 * Some discounts go and others come, in the order in which orders count them. Lines that are gone meanwhile are no longer
 * covered.
 *
 * @throws ProblemError conflict for a contract that is over
 */
export function exchangeDiscounts(
  state: ContractState,
  { gone, come }: { gone: readonly string[]; come: readonly DiscountContent[] },
  action: ActivityAction,
): ContractChange & Required<Pick<ContractChange, "discounts">> {
  requireEditable(state);
  const { id: contractId, shopId } = state.contract;
  const lineIds = new Set(state.lines.map(({ id }) => id));
  const kept = state.discounts.filter(({ id }) => !gone.includes(id));
  const added = come
    .filter(({ id }) => !kept.some((discount) => discount.id === id))
    .map(
      (content): Discount => ({
        ...content,
        lineIds: content.lineIds?.filter((id) => lineIds.has(id)) ?? null,
        shopId,
        contractId,
      }),
    );
  const discounts = [...kept, ...added].sort((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1));
  return { action, events: ["updated"], discounts };
}
