import { StatusBadge, type Tone } from "~/ui/parts/status-badge";

const STATES: Record<string, { word: string; tone: Tone }> = {
  DRAFT: { word: "Preview", tone: "plain" },
  SCHEDULED: { word: "Scheduled", tone: "busy" },
  PLANNING: { word: "Planning", tone: "busy" },
  RUNNING: { word: "Running", tone: "busy" },
  PAUSED: { word: "Paused", tone: "warn" },
  COMPLETED: { word: "Completed", tone: "good" },
  CANCELLED: { word: "Cancelled", tone: "plain" },
  FAILED: { word: "Failed", tone: "bad" },
};

/** The state of a bulk change, with its own labels: those of contracts and orders would mislead. */
export function TaskBadge({ status, isTried }: { status: string; isTried: boolean }) {
  const state = isTried ? { word: "Trial done", tone: "warn" as const } : STATES[status];
  return <StatusBadge status={status} word={state?.word} tone={state?.tone} />;
}
