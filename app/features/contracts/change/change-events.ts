import type { ContractEvent } from "~/features/events/events";
import type { ContractChange, ContractState, ContractWrites } from "./contract-change";

/**
 * The events of a change, in the order they are appended: its own, then those that follow from what it writes
 * (docs/wire.md §6).
 *
 * @param version of the contract after the change
 */
export function toContractEvents(
  { contract }: Pick<ContractState, "contract">,
  change: Pick<ContractChange, "events" | "billingAttemptId">,
  writes: Pick<ContractWrites, "contract" | "changedFields">,
  { shopId, version, now }: { shopId: number; version: number; now: Date },
) {
  const of = {
    shopId,
    contractId: contract.id,
    contractVersion: version,
    changedFields: writes.changedFields,
    billingAttemptId: change.billingAttemptId,
    createdAt: now,
  };
  const isPaid = change.events.some((event) => typeof event === "object" && event.type === "order.paid");
  return [...change.events, ...toFollowing(contract, writes.contract, isPaid)].map((event) =>
    typeof event === "string" ? { ...of, type: event } : { ...of, ...event },
  );
}

/**
 * Dunning begins and ends with many changes (a payment, a pause, a cancellation), so it is derived from what they
 * write.
 */
function toFollowing(
  before: ContractState["contract"],
  { dunning, paymentMethodId }: ContractWrites["contract"],
  isPaid: boolean,
): ContractEvent[] {
  const events: ContractEvent[] = [];
  if (paymentMethodId !== undefined)
    events.push({ type: "payment-method.updated", facts: { paymentMethodId } });
  if (dunning === true) events.push({ type: "dunning.started" });
  if (dunning === false && before.dunning)
    events.push({ type: "dunning.ended", facts: { recovered: isPaid } });
  return events;
}
