import { StatusBadge, type Tone } from "~/ui/parts/status-badge";

const STATES: Record<string, { label: string; tone: Tone }> = {
  DRAFT: { label: "Preview", tone: "plain" },
  SCHEDULED: { label: "Scheduled", tone: "busy" },
  PLANNING: { label: "Planning", tone: "busy" },
  RUNNING: { label: "Running", tone: "busy" },
  PAUSED: { label: "Paused", tone: "warn" },
  COMPLETED: { label: "Completed", tone: "good" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  FAILED: { label: "Failed", tone: "bad" },
};

/** The state of a bulk change, with its own labels: those of contracts and orders would mislead. */
export function TaskBadge({ status, isFirstBatchDone }: { status: string; isFirstBatchDone: boolean }) {
  const state = isFirstBatchDone ? { label: "First 5 done", tone: "warn" as const } : STATES[status];
  return <StatusBadge status={status} label={state?.label} tone={state?.tone} />;
}
