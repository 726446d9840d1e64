import {
  type AutomationStatus,
  type BatchCounts,
  type ItemStatus,
  toProgress,
  toReasonWords,
} from "~/features/bulk-automations/automation";
import type { BulkChange } from "~/features/bulk-automations/bulk-change";
import { priceParameters, toPriceWords } from "~/features/bulk-automations/price-change";
import { formatCount, formatMoney } from "~/lib/format";
import { subtractMoney } from "~/lib/money";
import type { PlanSummary } from "~db/schema/bulk-automations";

/** What a staff page knows of a task before words. */
export type TaskFacts = {
  id: number;
  kind: string;
  parameters: Record<string, unknown>;
  status: AutomationStatus;
  selectionType: string;
  selectionFilter: string | null;
  undoOf: number | null;
  isTrial: boolean;
  startsAt: Date | null;
  plannedAt: Date | null;
  total: number | null;
  summary: PlanSummary | null;
  failure: string | null;
  actorType: string;
  actorName: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

/** A task in words, for lists and for the head of its own page. */
export type TaskView = {
  id: number;
  /** "Set delivery price to €4.99". */
  what: string;
  /** "All contracts". */
  whom: string;
  /** The list with the filter it was made for. */
  filterHref: string | null;
  status: AutomationStatus;
  /** Its first few are done, and it waits for a decision. */
  isTried: boolean;
  undoOf: number | null;
  actor: string;
  createdAt: Date;
  startsAt: Date | null;
  finishedAt: Date | null;
  failure: string | null;
  total: number | null;
  processed: number;
  succeeded: number;
  skipped: number;
  failed: number;
};

/** In the list of tasks. */
export type ListedTask = TaskView & {
  /** The task that has taken it back, or is at it. */
  undoneBy: number | null;
  mayUndo: boolean;
};

const STATUS_WORDS: Record<string, string> = {
  ACTIVE: "Resume contracts",
  PAUSED: "Pause contracts",
  CANCELLED: "Cancel contracts",
};

function toWhat(
  { kind, parameters, undoOf }: Pick<TaskFacts, "kind" | "parameters" | "undoOf">,
  currencyCode: string,
): string {
  const what =
    kind === "DELIVERY_PRICE"
      ? toPriceWords(priceParameters.parse(parameters), currencyCode)
      : (STATUS_WORDS[String(parameters.status)] ?? "Change contracts");
  return undoOf === null ? what : `Undo “${what}”`;
}

const WHOM: Record<string, string> = {
  ALL: "All contracts",
  FILTER: "Contracts that match a filter",
  IDS: "Selected contracts",
};

export function toTaskView(task: TaskFacts, counts: BatchCounts, now: Date, currencyCode: string): TaskView {
  const { total, processed, succeeded, skipped, failed } = toProgress(task, counts, now);
  return {
    id: task.id,
    what: toWhat(task, currencyCode),
    whom: WHOM[task.selectionType] ?? `Contracts changed by bulk change ${task.undoOf}`,
    filterHref: task.selectionFilter === null ? null : `/admin/contracts?${task.selectionFilter}`,
    status: task.status,
    isTried: task.status === "PAUSED" && task.isTrial,
    undoOf: task.undoOf,
    actor: task.actorType === "api_key" ? `API key ${task.actorName}` : task.actorName,
    createdAt: task.createdAt,
    startsAt: task.startsAt,
    finishedAt: task.finishedAt,
    failure: task.failure,
    total,
    processed,
    succeeded,
    skipped,
    failed,
  };
}

/** What the plan comes to, in words. */
export type PlanView = {
  changing: number;
  /** Left as they are from the start: `reasons` says why. */
  skipped: number;
  reasons: { reason: string; count: string }[];
  /** Sum of the values of what changes, each contract's once a cycle; null where values are no money. */
  sums: { before: string; after: string; difference: string } | null;
};

/** @param counts of its batches */
export function toPlanView(summary: PlanSummary, counts: BatchCounts, currencyCode: string): PlanView {
  const { reasons, before, after } = summary;
  const difference = before !== undefined && after !== undefined ? subtractMoney(after, before) : null;
  const money = (amount: string) => formatMoney(amount, currencyCode);
  return {
    changing: counts.planned,
    skipped: counts.items - counts.planned,
    reasons: Object.entries(reasons)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => ({ reason: toReasonWords(reason), count: formatCount(count) })),
    sums:
      before === undefined || after === undefined || difference === null
        ? null
        : {
            before: money(before),
            after: money(after),
            difference: difference.startsWith("-") ? money(difference) : `+${money(difference)}`,
          },
  };
}

/** A contract of the plan, as a row of a table. */
export type ItemView = {
  contractId: number;
  customer: string;
  status: ItemStatus;
  outcome: string;
  before: string;
  after: string | null;
  reason: string | null;
};

/** "1 contract", "1,200 contracts". */
export const toContractsWords = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "contract" : "contracts"}`;

/** "3 min", "40 s". */
export function toDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** What the list has selected: ticked contracts with some customers' names, or a filter and what it says. */
export type ListSelection = { count: string; words: string[] } & (
  | { type: "ids"; ids: string }
  | { type: "filter"; search: string }
);

/** What the page for a new bulk change starts from. */
export type NewTaskPage = { selection: ListSelection | null; change: BulkChange; all: string };
