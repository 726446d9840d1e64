import type { AutomationStatus, ItemStatus } from "~/features/bulk-automations/automation";
import { formatCount } from "~/lib/format";

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

/** What the plan comes to, in words. */
export type PlanView = {
  changing: number;
  /** Left as they are from the start: `reasons` says why. */
  skipped: number;
  reasons: { reason: string; count: string }[];
  /** Sum of the values of what changes, each contract's once a cycle; null where values are no money. */
  sums: { label: string; before: string; after: string; difference: string } | null;
};

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
export const toContractsText = (count: number): string =>
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

/** A field of the form. An amount is one of money, or per cent where the option chosen says so. */
export type ChoiceInput =
  | {
      type: "select";
      name: string;
      label: string;
      options: { value: string; label: string; isPercent: boolean }[];
    }
  | { type: "amount" | "text"; name: string; label: string };

/** What may be done with the contracts, and the fields that go with it. */
export type ChoiceView = {
  value: string;
  label: string;
  note: string;
  inputs: ChoiceInput[];
  hint: string | null;
};

/** The same as a button below the contract list. */
export type ListButton = { value: string; label: string; isDanger?: true };

/** What the page for a new bulk change starts from. */
export type NewTaskPage = {
  selection: ListSelection | null;
  choices: ChoiceView[];
  change: string | null;
  all: string;
};
