import {
  type ContractChange,
  type ContractFields,
  type ContractState,
  toContractWrites,
} from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { type ShopClock, withStatus } from "~/features/contracts/change/order-plan";
import { toActionText } from "~/features/contracts/contract-labels";
import type { ContractEvent } from "~/features/events/events";
import type { OrderDate } from "~/features/order-schedule/order-slots";
import { ProblemError } from "~/lib/problem";

type Place = Pick<ContractState["attempts"][number], "id" | "slot" | "formerSlot">;

/** What an edit has changed, as it was before; null: unchanged. */
export type Undo = {
  events: readonly ContractEvent[];
  /** What an order cost before, in the contract's currency. */
  orderAmount: string;
  contract: ContractFields;
  lines: ContractState["lines"] | null;
  discounts: ContractState["discounts"] | null;
  /** The upcoming orders, if the edit changed dates of orders. */
  orders: (Place & OrderDate)[] | null;
  /** What other orders stood for, where the edit changed that. */
  slots: Place[];
};

const toPlace = ({ id, slot, formerSlot }: Place): Place => ({ id, slot, formerSlot });

/**
 * The data that undoes a change; null where no exact undo is possible: nothing changes, the use of a code may be given
 * back (somebody else may take it), orders are called off (their products move on), or a skipped or called-off order is
 * planned again.
 */
export function toUndo(state: ContractState, change: ContractChange): Undo | null {
  const writes = toContractWrites(state, change);
  // Rows written besides the contract's own are not stored for the undo.
  if (!writes || change.alsoChanged) return null;
  const freesCode = writes.discounts.removed.some(
    ({ code, usageCount }) => code !== null && usageCount === 0,
  );
  const changesStatus = writes.attempts.some(({ fields }) => fields.status !== undefined);
  if (freesCode || changesStatus) return null;
  const { contract, lines, discounts, attempts } = state;
  // Amounts are recomputed; derived fields are not set.
  const { contractAmount: _, orderAmount: __, ...fields } = writes.contract;
  const names = new Set(Object.keys(fields));
  const changed = new Set(writes.attempts.map(({ id }) => id));
  const planned = withStatus(attempts, "QUEUED", "PARKED");
  const isChanged = (rows: { added: unknown[]; changed: unknown[]; removed: unknown[] }) =>
    rows.added.length + rows.changed.length + rows.removed.length > 0;
  return {
    events: change.events,
    orderAmount: contract.orderAmount,
    contract: Object.fromEntries(Object.entries(contract).filter(([name]) => names.has(name))),
    lines: isChanged(writes.lines) ? lines : null,
    discounts: isChanged(writes.discounts) ? discounts : null,
    orders:
      changed.size > 0 ? planned.map((each) => ({ ...toPlace(each), billingDate: each.billingDate })) : null,
    slots: attempts.filter((each) => changed.has(each.id) && !planned.includes(each)).map(toPlace),
  };
}

/**
 * The orders that were planned because of the change: their rows are deleted before `takeBack` is written. A called-off
 * order would keep its day, to which another order may have to go back, and for which the former plan has no order.
 */
export function listPlannedSince({ attempts }: ContractState, { orders }: Undo): ContractState["attempts"] {
  const former = new Set(orders?.map(({ id }) => id));
  return orders === null ? [] : withStatus(attempts, "QUEUED").filter(({ id }) => !former.has(id));
}

/**
 * The contract as it was before its last change, to the cent. Only valid for the version that this change produced; the
 * caller checks that.
 *
 * @param action the action that is undone, as the history names it
 * @throws ProblemError conflict for a contract that is over, and for dates that have passed meanwhile
 */
export function takeBack(
  state: ContractState,
  undo: Undo,
  action: string,
  { now }: Pick<ShopClock, "now">,
): ContractChange {
  requireEditable(state);
  const { contract, lines, discounts, orders, slots, events } = undo;
  const planned = withStatus(state.attempts, "QUEUED", "PARKED");
  const isGone = orders?.some(({ id, billingDate }) => {
    const order = planned.find((each) => each.id === id);
    // A parked order's day may have passed: it gets another one when the pause ends.
    return !order || (order.status === "QUEUED" && billingDate <= now);
  });
  if (isGone)
    throw new ProblemError(
      "conflict",
      "An order that this would date back is due or made already. Change the date instead.",
    );
  return {
    action: "contract.change_undone",
    events,
    contract,
    ...(lines && { lines }),
    ...(discounts && { discounts }),
    ...(orders && {
      attempts: [
        ...orders,
        // A slot that has passed meanwhile is of no concern any more.
        ...slots.filter(({ id }) => state.attempts.some((each) => each.id === id)),
        // Not counted as planned any more, so that missing orders are planned again.
        ...listPlannedSince(state, undo).map(({ id }) => ({ id, status: "CANCELLED" as const })),
      ],
      planOrders: state.contract.status === "ACTIVE",
    }),
    recorded: { before: {}, after: { undone: toActionText(action) } },
  };
}
