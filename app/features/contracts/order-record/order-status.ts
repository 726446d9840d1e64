import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import type { AttemptStatus } from "~db/schema/attempt-enums";

/** States of an order as the interface names them (wire.md §5). */
export const ORDER_STATUSES = [
  "QUEUED",
  "REQUESTING",
  "UNKNOWN",
  "ACTION_REQUIRED",
  "FAILURE",
  "SUCCESS",
  "SKIPPED",
  "CONTRACT_PAUSED",
  "CONTRACT_CANCELLED",
  "CONTRACT_ENDED",
  "AUTO_CHARGE_DISABLED",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** By stored name. Admin pages use the stored names: these are for integrators and customers. */
const WIRE_STATUSES: Record<AttemptStatus, OrderStatus> = {
  QUEUED: "QUEUED",
  PROCESSING: "REQUESTING",
  SUCCESS: "SUCCESS",
  FAILURE: "FAILURE",
  SKIPPED: "SKIPPED",
  PARKED: "CONTRACT_PAUSED",
  CANCELLED: "CONTRACT_CANCELLED",
  UNKNOWN: "UNKNOWN",
  ACTION_REQUIRED: "ACTION_REQUIRED",
  AUTO_CHARGE_DISABLED: "AUTO_CHARGE_DISABLED",
  CONTRACT_ENDED: "CONTRACT_ENDED",
};

/** An expired contract cancels its orders, too; only its own status shows that it was not cancelled. */
const RAN_OUT: { attempt: AttemptStatus; contract: ContractStatus; status: OrderStatus } = {
  attempt: "CANCELLED",
  contract: "EXPIRED",
  status: "CONTRACT_ENDED",
};

const NAMES = Object.entries(WIRE_STATUSES).map(([stored, status]) => `when '${stored}' then '${status}'`);
/** The name in SQL, for an order `a` of a contract `c`. */
export const ORDER_STATUS_SQL = `case when a.status = '${RAN_OUT.attempt}' and c.status = '${RAN_OUT.contract}'
    then '${RAN_OUT.status}' else case a.status ${NAMES.join(" ")} end end`;

/**
 * The stored form of a state: one or several names, each with a condition on its contract `c` (SQL).
 *
 * @param status none = every state
 */
export function toStoredStatuses(
  status: (typeof ORDER_STATUSES)[number] | undefined,
): { stored: AttemptStatus; also: string[] }[] {
  const stored = Object.keys(WIRE_STATUSES) as AttemptStatus[];
  if (status === undefined) return stored.map((each) => ({ stored: each, also: [] }));
  const matching = stored
    .filter((each) => WIRE_STATUSES[each] === status)
    .map((each) => ({
      stored: each,
      also: each === RAN_OUT.attempt ? [`c.status <> '${RAN_OUT.contract}'`] : [],
    }));
  const ranOut = { stored: RAN_OUT.attempt, also: [`c.status = '${RAN_OUT.contract}'`] };
  return status === RAN_OUT.status ? [...matching, ranOut] : matching;
}
