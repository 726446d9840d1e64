import type { RealTime } from "~/lib/clocks";
import type { AUTOMATION_STATUSES, ITEM_STATUSES } from "~db/schema/bulk-automations";

export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** One contract of a task; values as they are stored, as text. */
export type AutomationItem = {
  contractId: number;
  status: ItemStatus;
  reason: string | null;
  before: string | null;
  after: string | null;
};

/** What a person, the clock or the worker does to a task. */
export type AutomationStep =
  | "apply"
  | "schedule"
  | "start"
  | "planned"
  | "pause"
  | "continue"
  | "cancel"
  | "complete"
  | "fail"
  | "retry";

/** The state machine as data, for service and pages. A transition that is missing is not possible. */
const TRANSITIONS: Record<AutomationStep, Partial<Record<AutomationStatus, AutomationStatus>>> = {
  apply: { DRAFT: "RUNNING" },
  schedule: { DRAFT: "SCHEDULED" },
  start: { SCHEDULED: "PLANNING" },
  planned: { PLANNING: "RUNNING" },
  pause: { RUNNING: "PAUSED" },
  continue: { PAUSED: "RUNNING" },
  cancel: {
    SCHEDULED: "CANCELLED",
    PLANNING: "CANCELLED",
    RUNNING: "CANCELLED",
    PAUSED: "CANCELLED",
  },
  complete: { RUNNING: "COMPLETED" },
  fail: { DRAFT: "FAILED", PLANNING: "FAILED", RUNNING: "FAILED" },
  retry: { COMPLETED: "RUNNING" },
};

/** The status after a step; null when the step is not possible from `from`. */
export const findNextStatus = (step: AutomationStep, from: AutomationStatus): AutomationStatus | null =>
  TRANSITIONS[step][from] ?? null;

/** Statuses that hold the shop's one slot; the unique index bulk_automations_running_key lists the same. */
export const holdsSlot = (status: AutomationStatus): boolean =>
  status === "PLANNING" || status === "RUNNING" || status === "PAUSED";

/** Nothing more will happen to it by itself. */
export const isOver = (status: AutomationStatus): boolean =>
  status === "COMPLETED" || status === "CANCELLED" || status === "FAILED";

/**
 * The outcome of a contract, on pages, in the CSV and in mails. In a task that is over, PLANNED means never reached.
 */
export const toOutcomeLabel = (item: ItemStatus, task: AutomationStatus): string => {
  if (item === "PLANNED") return isOver(task) ? "Not reached" : "To change";
  return { SUCCEEDED: "Changed", SKIPPED: "Skipped", FAILED: "Failed" }[item];
};

/** Reasons for which any kind may skip a contract. */
const SKIP_REASONS: Record<string, string> = {
  UNCHANGED: "same value already",
  CONTRACT_CANCELLED: "cancelled",
  CONTRACT_EXPIRED: "expired",
  CUSTOMER_ERASED: "its customer was erased",
  OTHER_CURRENCY: "billed in another currency",
  NO_SUCH_LINE: "product not in the contract",
  CHANGED_MEANWHILE: "changed after the plan was made",
  CONFLICT: "no longer has the value that was set",
};

/**
 * The text of a reason; the reason of a failed contract is already a sentence. @param own reasons of the task's kind
 */
export function toReasonText(reason: string, own: Record<string, string>): string {
  const texts = { ...SKIP_REASONS, ...own };
  return Object.hasOwn(texts, reason) ? (texts[reason] ?? reason) : reason;
}

/** Counts of batches, added up; `recent` covers the last seconds, for the rate. */
export type BatchCounts = {
  items: number;
  planned: number;
  succeeded: number;
  changed: number;
  failed: number;
  /** Items of finished batches that had to be changed and now have an outcome. */
  done: number;
  recent: number;
};

/** The period of the rate, in seconds. */
export const RATE_SECONDS = 15;

export type Progress = {
  total: number | null;
  processed: number;
  succeeded: number;
  skipped: number;
  failed: number;
  /** Recent number of contracts per second; null when it cannot be computed. */
  perSecond: number | null;
  /** Seconds left at that rate. */
  secondsLeft: number | null;
};

/** The progress of a task, from counts, never from estimates; only rate and time left use the clock. */
export function toProgress(
  task: { status: AutomationStatus; total: number | null; startedAt: Date | null },
  counts: BatchCounts,
  now: RealTime,
): Progress {
  // Not started, whatever the counts say: they may be read later than the task's row.
  if (task.total === null || !task.startedAt)
    return {
      total: task.total,
      processed: 0,
      succeeded: 0,
      skipped: 0,
      failed: 0,
      perSecond: null,
      secondsLeft: null,
    };
  const skipped = counts.items - counts.planned + counts.changed;
  const processed = counts.succeeded + counts.failed + skipped;
  const age = (now.getTime() - task.startedAt.getTime()) / 1000;
  const seconds = Math.min(RATE_SECONDS, age);
  const isRated = task.status === "RUNNING" && counts.recent > 0 && seconds > 0;
  const perSecond = isRated ? counts.recent / seconds : null;
  const left = counts.planned - counts.done;
  return {
    total: task.total,
    processed,
    succeeded: counts.succeeded,
    skipped,
    failed: counts.failed,
    perSecond,
    secondsLeft: perSecond === null ? null : Math.ceil(left / perSecond),
  };
}

/** Seconds until a refused caller should try again: the time left of the running task, within bounds. */
export const toRetryAfter = ({ secondsLeft }: Pick<Progress, "secondsLeft">): number =>
  Math.min(300, Math.max(1, secondsLeft ?? 5));
