import type { ContractEventType } from "~/features/events/events";
import { type CONTRACT_STATUSES, OVER_STATUSES } from "~db/schema/contract-enums";

export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/**
 * Whether a contract of this status may have upcoming orders, and so a next billing date. A CHECK in the database
 * enforces it.
 */
export const mayHaveNextOrder = (status: ContractStatus): boolean =>
  status === "ACTIVE" || status === "PAUSED";

/** Whether no orders will follow. */
export const isOver = (status: ContractStatus): status is (typeof OVER_STATUSES)[number] =>
  OVER_STATUSES.some((over) => over === status);

export type ContractTransition = {
  from: ContractStatus;
  to: ContractStatus;
  /** `request`: somebody asks for it; `billing`: it follows from an order that was paid or given up. */
  by: "request" | "billing";
  action: `contract.${string}`;
  event: ContractEventType;
};

/** All transitions between statuses; any other does not exist. Source: wire.md §2 "Contract lifecycle". */
export const contractTransitions: readonly ContractTransition[] = [
  { from: "ACTIVE", to: "PAUSED", by: "request", action: "contract.paused", event: "paused" },
  { from: "PAUSED", to: "ACTIVE", by: "request", action: "contract.resumed", event: "activated" },
  { from: "FAILED", to: "ACTIVE", by: "request", action: "contract.reactivated", event: "activated" },
  { from: "CANCELLED", to: "ACTIVE", by: "request", action: "contract.reactivated", event: "activated" },
  { from: "ACTIVE", to: "CANCELLED", by: "request", action: "contract.cancelled", event: "cancelled" },
  { from: "PAUSED", to: "CANCELLED", by: "request", action: "contract.cancelled", event: "cancelled" },
  { from: "FAILED", to: "CANCELLED", by: "request", action: "contract.cancelled", event: "cancelled" },
  { from: "ACTIVE", to: "FAILED", by: "billing", action: "contract.failed", event: "updated" },
  // By the shop's setting for orders whose payment is given up (wire.md §5 "Dunning defaults").
  { from: "ACTIVE", to: "PAUSED", by: "billing", action: "contract.paused", event: "paused" },
  { from: "ACTIVE", to: "CANCELLED", by: "billing", action: "contract.cancelled", event: "cancelled" },
  { from: "FAILED", to: "ACTIVE", by: "billing", action: "contract.reactivated", event: "activated" },
  { from: "ACTIVE", to: "EXPIRED", by: "billing", action: "contract.expired", event: "expired" },
  // The last order may be one that was being charged when the contract was paused, or that is paid after it was given
  // up.
  { from: "PAUSED", to: "EXPIRED", by: "billing", action: "contract.expired", event: "expired" },
  { from: "FAILED", to: "EXPIRED", by: "billing", action: "contract.expired", event: "expired" },
];
export const findTransition = (
  from: ContractStatus,
  to: ContractStatus,
  by: ContractTransition["by"],
): ContractTransition | null =>
  contractTransitions.find((each) => each.from === from && each.to === to && each.by === by) ?? null;

/** Whether staff or a customer may ask for this status, if its switch is on. */
export const mayAskFor = (from: ContractStatus, to: ContractStatus): boolean =>
  findTransition(from, to, "request") !== null;
