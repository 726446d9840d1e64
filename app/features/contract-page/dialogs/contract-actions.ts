import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { contractTransitions } from "~/features/contracts/change/contract-transitions";

/** What staff can do on the page of a contract; `?act=<name>` opens its dialog, `?intent=<name>` does it. */
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

/** A button of the page's head. */
export type StaffActionLink = { act: StaffAction; label: string };

/** What the contract's status allows; the way of a status is asked of the one table that also holds it to it. */
export function listStaffActions(status: ContractStatus): StaffActionLink[] {
  const leadsTo = new Set(
    contractTransitions.filter(({ from, by }) => from === status && by === "request").map(({ to }) => to),
  );
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  return [
    ...(leadsTo.has("PAUSED") ? [{ act: "pause", label: "Pause" } as const] : []),
    ...(leadsTo.has("ACTIVE")
      ? [
          status === "PAUSED"
            ? ({ act: "resume", label: "Resume" } as const)
            : ({ act: "reactivate", label: "Reactivate" } as const),
        ]
      : []),
    ...(status === "ACTIVE" ? [{ act: "date", label: "Change next date" } as const] : []),
    ...(isOver ? [] : [{ act: "frequency", label: "Change frequency" } as const]),
    ...(leadsTo.has("CANCELLED") ? [{ act: "cancel", label: "Cancel contract" } as const] : []),
  ];
}

/** What the row of an order to come offers. */
export function toOrderAction(
  contract: ContractStatus,
  order: { status: string; date: Date },
  now: Date,
): "skip" | "unskip" | null {
  if (contract !== "ACTIVE") return null;
  if (order.status === "QUEUED") return "skip";
  return order.status === "SKIPPED" && order.date > now ? "unskip" : null;
}

/** What a dialog asks for beside a yes. */
export type DialogFields =
  | { kind: "none" }
  | { kind: "reason" }
  | { kind: "date"; day: string; least: string }
  | { kind: "frequency"; interval: string; intervalCount: number };

/** A question about one action, in words: what will happen, found by the very rule that will do it. */
export type DialogView = {
  act: StaffAction;
  title: string;
  lines: string[];
  confirm: string;
  isHarsh: boolean;
  fields: DialogFields;
  /** The contract's version that these words are about. */
  version: number;
  attemptId: number | null;
  /** Why it cannot be done after all; the dialog then only explains. */
  refusal: string | null;
};

/** What a toast says when it is done. */
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
