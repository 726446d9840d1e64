import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { contractTransitions } from "~/features/contracts/change/contract-transitions";

/** Actions for staff on the contract page; `?action=<name>` opens the dialog, `?intent=<name>` performs it. */
export const STAFF_ACTIONS = [
  "pause",
  "resume",
  "reactivate",
  "date",
  "frequency",
  "cancel",
  "skip",
  "unskip",
] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

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

/** Texts of the toast after each action. */
export const DONE_LABELS: Record<StaffAction, string> = {
  pause: "Contract paused",
  resume: "Contract resumed",
  reactivate: "Contract reactivated",
  date: "Next order date changed",
  frequency: "Frequency changed",
  cancel: "Contract cancelled",
  skip: "Order skipped",
  unskip: "Order restored",
};
