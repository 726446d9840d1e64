import type { AutomationStatus } from "~/features/bulk-automations/automation";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

const STATES: Record<AutomationStatus, StateLabel> = {
  DRAFT: { label: "Preview", tone: "plain" },
  SCHEDULED: { label: "Scheduled", tone: "busy" },
  PLANNING: { label: "Planning", tone: "busy" },
  RUNNING: { label: "Running", tone: "busy" },
  PAUSED: { label: "Paused", tone: "warn" },
  COMPLETED: { label: "Completed", tone: "good" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  FAILED: { label: "Failed", tone: "bad" },
};

const FIRST_BATCH_DONE: StateLabel = { label: "First 5 done", tone: "warn" };

type Props = { status: AutomationStatus; isFirstBatchDone: boolean };

export const TaskBadge = ({ status, isFirstBatchDone }: Props) => (
  <StatusBadge {...(isFirstBatchDone ? FIRST_BATCH_DONE : STATES[status])} />
);
