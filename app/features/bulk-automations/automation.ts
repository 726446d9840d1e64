import type { AUTOMATION_STATUSES, ITEM_STATUSES } from "~db/schema/bulk-automations";

export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** One contract of a task; values as text, as they are stored. */
export type AutomationItem = {
  contractId: number;
  status: ItemStatus;
  reason: string | null;
  before: string | null;
  after: string | null;
};

/** What somebody (or the clock, or the worker) does to a task. */
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

/** The state machine, as data: service and pages ask it. What is left out is not possible. */
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

/** Where a step leads from a status; null = it is not possible there. */
export const findNextStatus = (step: AutomationStep, from: AutomationStatus): AutomationStatus | null =>
  TRANSITIONS[step][from] ?? null;

/** Statuses that hold the shop's one slot (the unique index bulk_automations_running_key says the same). */
export const holdsSlot = (status: AutomationStatus): boolean =>
  status === "PLANNING" || status === "RUNNING" || status === "PAUSED";

/** Nothing will happen to it any more by itself. */
export const isOver = (status: AutomationStatus): boolean =>
  status === "COMPLETED" || status === "CANCELLED" || status === "FAILED";

/** What has become of a contract, on every page, in the CSV and in mails; of one that is over, PLANNED was never reached. */
export const toOutcomeLabel = (item: ItemStatus, task: AutomationStatus): string => {
  if (item === "PLANNED") return isOver(task) ? "Not reached" : "To change";
  return { SUCCEEDED: "Changed", SKIPPED: "Skipped", FAILED: "Failed" }[item];
};

/** Why a contract is skipped, or was not changed: what any kind may say. */
const SKIP_REASONS: Record<string, string> = {
  UNCHANGED: "same value already",
  CONTRACT_CANCELLED: "cancelled",
  CONTRACT_EXPIRED: "expired",
  CHANGED_MEANWHILE: "changed after the plan was made",
  CONFLICT: "no longer has the value that was set",
};

/** In words; of a failed contract the reason is a sentence already. @param own those of the task's kind */
export function toReasonText(reason: string, own: Record<string, string>): string {
  const words = { ...SKIP_REASONS, ...own };
  return Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason;
}

/** What batches have done, added up; `recent` within the last seconds, for the rate. */
export type BatchCounts = {
  items: number;
  planned: number;
  succeeded: number;
  changed: number;
  failed: number;
  /** Items of finished batches: to be changed ones that have got their verdict. */
  done: number;
  recent: number;
};

/** Seconds that the rate looks back. */
export const RATE_SECONDS = 15;

export type Progress = {
  total: number | null;
  processed: number;
  succeeded: number;
  skipped: number;
  failed: number;
  /** Contracts a second, lately; null while nothing can be said. */
  perSecond: number | null;
  /** Seconds until it is done at that rate. */
  secondsLeft: number | null;
};

/** How far a task is, from counts, never from estimates: only rate and time left look at the clock. */
export function toProgress(
  task: { status: AutomationStatus; total: number | null; startedAt: Date | null },
  counts: BatchCounts,
  now: Date,
): Progress {
  // Nothing is done yet, whatever is counted by now: the counts may be younger than what is known of the task.
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

/** Seconds a refused caller had best wait for the running task: what is left of it, within reason. */
export const toRetryAfter = ({ secondsLeft }: Pick<Progress, "secondsLeft">): number =>
  Math.min(300, Math.max(1, secondsLeft ?? 5));
