import { formatCount } from "~/lib/format";
import type { AutomationStatus, ItemStatus } from "./automation";

/** A task as texts, for lists and for the head of its page. */
export type TaskView = {
  id: number;
  /** "Set delivery price to €4.99". */
  what: string;
  /** "All contracts". */
  whom: string;
  /** Address of the contract list with the filter it was made for. */
  filterHref: string | null;
  /** Values before and after are numbers, not texts. */
  hasNumbers: boolean;
  status: AutomationStatus;
  /** Its first batch is done, and it waits for a decision. */
  isFirstBatchDone: boolean;
  actor: string;
  createdAt: Date;
  startsAt: Date | null;
  failure: string | null;
  total: number | null;
  processed: number;
  succeeded: number;
  skipped: number;
  failed: number;
};

export type ListedTask = TaskView & {
  /** The task that has undone it, or is undoing it. */
  undoneBy: number | null;
  mayUndo: boolean;
};

/** The result of a plan, as texts. */
export type PlanView = {
  changing: number;
  /** Contracts that will not change; `reasons` says why. */
  skipped: number;
  reasons: { reason: string; count: string }[];
  /** Sum of the values that change, one cycle of each contract; null if values are not money. */
  sums: { label: string; before: string; after: string; difference: string } | null;
};

/** A contract of the plan, as a table row. */
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

/** What the list has selected: ticked contracts with some customers' names, or a filter and its description. */
export type ListSelection = { count: string; labels: string[] } & (
  | { type: "ids"; ids: string }
  | { type: "filter"; search: string }
);

/** A field of the form. An amount is money, or percent if the chosen option says so. */
export type ChoiceInput =
  | {
      type: "select";
      name: string;
      label: string;
      options: { value: string; label: string; isPercent?: boolean }[];
    }
  | { type: "amount" | "text" | "date"; name: string; label: string }
  /** One of the shop's variants or plans, by name. */
  | { type: "pick"; name: string; label: string; from: keyof PickLists };

/** What pickers choose from: variants that contracts hold or that can be ordered, and plans with a frequency. */
export type PickLists = Record<"heldVariants" | "variants" | "plans", { value: string; label: string }[]>;

/** A change on offer, and the fields it needs. */
export type ChoiceView = {
  value: string;
  label: string;
  note: string;
  inputs: ChoiceInput[];
  hint: string | null;
};

/** A change as a button below the contract list; without a value it opens the form with the first change chosen. */
export type ListButton = { value: string; label: string; isDanger?: true };

export type NewTaskPage = {
  selection: ListSelection | null;
  choices: ChoiceView[];
  change: string | null;
  all: string;
  lists: PickLists;
  /** Parts of names to look for, as typed; asked for where a list is too long to be shown whole. */
  names: { text: string; isNeeded: boolean };
};
