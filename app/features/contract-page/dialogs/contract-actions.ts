import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { contractTransitions } from "~/features/contracts/change/contract-transitions";

/** A button in the head of the page. */
export type StaffActionLink = { action: StaffAction; label: string };

/** Actions that the contract's status allows, from the same transition table that the change checks. */
export function listStaffActions(status: ContractStatus): StaffActionLink[] {
  const leadsTo = new Set(
    contractTransitions.filter(({ from, by }) => from === status && by === "request").map(({ to }) => to),
  );
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  return [
    ...(leadsTo.has("PAUSED") ? [{ action: "pause", label: "Pause" } as const] : []),
    ...(leadsTo.has("ACTIVE")
      ? [
          status === "PAUSED"
            ? ({ action: "resume", label: "Resume" } as const)
            : ({ action: "reactivate", label: "Reactivate" } as const),
        ]
      : []),
    ...(status === "ACTIVE" ? [{ action: "date", label: "Change next date" } as const] : []),
    ...(isOver ? [] : [{ action: "frequency", label: "Change frequency" } as const]),
    ...(leadsTo.has("CANCELLED") ? [{ action: "cancel", label: "Cancel contract" } as const] : []),
  ];
}

/** The action in the row of an upcoming order. */
export function toOrderAction(
  contract: ContractStatus,
  order: { status: string; date: Date },
  now: Date,
): "skip" | "unskip" | null {
  if (contract !== "ACTIVE") return null;
  if (order.status === "QUEUED") return "skip";
  return order.status === "SKIPPED" && order.date > now ? "unskip" : null;
}

/** Fields of a dialog, if it has more than a button to confirm. */
export type DialogFields =
  | { kind: "none" }
  | { kind: "reason" }
  | { kind: "date"; day: string; least: string }
  | { kind: "frequency"; interval: string; intervalCount: number };

/** A question about one action, as texts: what will happen, computed by the rule that will do it. */
export type DialogView = {
  action: StaffAction;
  title: string;
  lines: string[];
  confirm: string;
  isHarsh: boolean;
  fields: DialogFields;
  /** The contract's version that the texts describe. */
  version: number;
  attemptId: number | null;
  /** Why the action is not possible; the dialog then only explains. */
  refusal: string | null;
};

/**
 * Actions for staff on the contract page, with the text of the toast after each: `?action=<name>` opens the dialog,
 * `?intent=<name>` performs it.
 */
export const DONE_LABELS = {
  pause: "Contract paused",
  resume: "Contract resumed",
  reactivate: "Contract reactivated",
  date: "Next order date changed",
  frequency: "Frequency changed",
  cancel: "Contract cancelled",
  skip: "Order skipped",
  unskip: "Order restored",
};
export type StaffAction = keyof typeof DONE_LABELS;
export const STAFF_ACTIONS = Object.keys(DONE_LABELS) as StaffAction[];
