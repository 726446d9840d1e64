import type { StateLabel } from "~/ui/parts/status-badge";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";

export const CONTRACT_STATUS_LABELS: Record<(typeof CONTRACT_STATUSES)[number], StateLabel> = {
  ACTIVE: { label: "Active", tone: "good" },
  PAUSED: { label: "Paused", tone: "warn" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  EXPIRED: { label: "Expired", tone: "plain" },
  FAILED: { label: "Failed", tone: "bad" },
};

export const ORDER_STATUS_LABELS: Record<AttemptStatus, StateLabel> = {
  QUEUED: { label: "Scheduled", tone: "busy" },
  PROCESSING: { label: "Being charged", tone: "busy" },
  SUCCESS: { label: "Paid", tone: "good" },
  FAILURE: { label: "Payment failed", tone: "bad" },
  SKIPPED: { label: "Skipped", tone: "plain" },
  PARKED: { label: "On hold", tone: "warn" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  UNKNOWN: { label: "Unknown", tone: "warn" },
  ACTION_REQUIRED: { label: "Bank asks customer", tone: "bad" },
  AUTO_CHARGE_DISABLED: { label: "Not charged", tone: "plain" },
  CONTRACT_ENDED: { label: "Contract ended", tone: "plain" },
};
