import { z } from "zod";
import type { AutomationStatus, Progress } from "~/features/bulk-automations/automation";
import { roundMoney } from "~/lib/money";

const count = z.int().nonnegative();
const instant = z.iso.datetime().nullable();

/** A task as operation 6 and its siblings answer it (wire.md §2 "6"). */
export const automationRecord = z
  .object({
    id: z.int(),
    kind: z.string().meta({ description: "What it changes, such as DELIVERY_PRICE" }),
    status: z.enum(["PLANNING", "SCHEDULED", "RUNNING", "PAUSED", "COMPLETED", "CANCELLED", "FAILED"]),
    deliveryPrice: z.number().nullable().meta({
      description:
        "The price asked for; null for an undo, for a change by an amount or per cent, and for other kinds",
    }),
    allSubscriptions: z.boolean(),
    undoOf: z.int().nullable().meta({ description: "The bulk change that it undoes" }),
    total: count.nullable().meta({ description: "Contracts of the plan; null while planning" }),
    processed: count.meta({ description: "Contracts that are done: succeeded, skipped or failed" }),
    succeeded: count,
    skipped: count,
    failed: count,
    createdAt: z.iso.datetime(),
    startedAt: instant,
    finishedAt: instant,
  })
  .meta({ id: "BulkAutomation" });
export type AutomationRecord = z.output<typeof automationRecord>;

type Task = {
  id: number;
  kind: string;
  status: AutomationStatus;
  parameters: Record<string, unknown>;
  selectionType: string;
  undoOf: number | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const toIso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** @param progress of the same task */
export function toAutomationRecord(
  task: Task,
  { total, processed, succeeded, skipped, failed }: Progress,
): AutomationRecord {
  const price = task.undoOf === null ? task.parameters.deliveryPrice : null;
  return {
    id: task.id,
    kind: task.kind,
    // A draft is no task yet to anybody outside: it is never answered.
    status: task.status === "DRAFT" ? "PLANNING" : task.status,
    deliveryPrice: typeof price === "string" ? Number(price) : null,
    allSubscriptions: task.selectionType === "ALL",
    undoOf: task.undoOf,
    total,
    processed,
    succeeded,
    skipped,
    failed,
    createdAt: task.createdAt.toISOString(),
    startedAt: toIso(task.startedAt),
    finishedAt: toIso(task.finishedAt),
  };
}

/** One contract of a task. */
export const automationItem = z
  .object({
    contractId: z.int().meta({ description: "The contract's `subscriptionContractId`" }),
    status: z.enum(["PLANNED", "SUCCEEDED", "SKIPPED", "FAILED"]),
    reason: z.string().nullable().meta({ description: "Why it is skipped (a code) or has failed" }),
    before: z.string().nullable().meta({ description: "The value when it was planned" }),
    after: z.string().nullable().meta({ description: "The value to set; null when nothing was to be done" }),
  })
  .meta({ id: "BulkAutomationItem" });
export type AutomationItem = z.output<typeof automationItem>;

/** @param currencyCode of the values, where they are money */
export function toAutomationItem(
  { contractId, status, reason, before, after }: AutomationItem,
  currencyCode: string | null,
): AutomationItem {
  const toValue = (value: string | null) =>
    value !== null && currencyCode !== null ? roundMoney(value, currencyCode) : value;
  return { contractId, status, reason, before: toValue(before), after: toValue(after) };
}
