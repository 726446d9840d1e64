import { z } from "zod";
import type { AutomationItem, AutomationStatus, Progress } from "~/features/bulk-automations/automation";
import { deliveryPriceKind } from "~/features/bulk-automations/kinds/delivery-price.server";
import {
  toRecordExample,
  toRecordFields,
  toRecordShape,
} from "~/features/bulk-automations/kinds/kinds.server";
import { ITEM_STATUSES } from "~db/schema/bulk-automations";
import { toPlainValue } from "./task-view.server";

const count = z.int().nonnegative();
const instant = z.iso.datetime().nullable();

/** A task as operation 6 and its siblings return it (wire.md §2 "6"), with the fields of all kinds added so far. */
export const toAutomationSchema = () =>
  z
    .object({
      id: z.int(),
      kind: z.string().meta({ description: "Kind of change, such as DELIVERY_PRICE" }),
      status: z.enum(["PLANNING", "SCHEDULED", "RUNNING", "PAUSED", "COMPLETED", "CANCELLED", "FAILED"]),
      ...toRecordShape(),
      allSubscriptions: z.boolean(),
      undoOf: z.int().nullable().meta({ description: "The bulk change that this one undoes" }),
      total: count.nullable().meta({ description: "Number of contracts in the plan; null while planning" }),
      processed: count.meta({ description: "Number of contracts processed: succeeded, skipped or failed" }),
      succeeded: count,
      skipped: count,
      failed: count,
      createdAt: z.iso.datetime(),
      startedAt: instant,
      finishedAt: instant,
    })
    .meta({ id: "BulkAutomation" });
export type AutomationRecord = z.output<ReturnType<typeof toAutomationSchema>>;

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

export function toAutomationRecord(
  task: Task,
  { total, processed, succeeded, skipped, failed }: Progress,
): AutomationRecord {
  return {
    id: task.id,
    kind: task.kind,
    // Never returned: the API does not show drafts.
    status: task.status === "DRAFT" ? "PLANNING" : task.status,
    ...toRecordFields(task),
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

export const AUTOMATION_RECORD_EXAMPLE: AutomationRecord = {
  id: 12,
  kind: deliveryPriceKind.name,
  status: "RUNNING",
  ...toRecordExample(deliveryPriceKind),
  allSubscriptions: true,
  undoOf: null,
  total: 3000,
  processed: 1210,
  succeeded: 1100,
  skipped: 110,
  failed: 0,
  createdAt: "2026-03-02T12:00:00.000Z",
  startedAt: "2026-03-02T12:00:01.000Z",
  finishedAt: null,
};

/** One contract of a task. */
export const automationItem: z.ZodType<AutomationItem> = z
  .object({
    contractId: z.int().meta({ description: "The contract's `subscriptionContractId`" }),
    status: z.enum(ITEM_STATUSES),
    reason: z.string().nullable().meta({ description: "Reason code if it was skipped, or why it failed" }),
    before: z.string().nullable().meta({ description: "The value when the change was planned" }),
    after: z
      .string()
      .nullable()
      .meta({ description: "The value to set; null if there was nothing to change" }),
  })
  .meta({ id: "BulkAutomationItem" });

/** @param kind of the contract's task */
export const toAutomationItem = (
  { contractId, status, reason, before, after }: AutomationItem,
  kind: string,
  shop: Parameters<typeof toPlainValue>[2],
): AutomationItem => ({
  contractId,
  status,
  reason,
  before: toPlainValue(kind, before, shop),
  after: toPlainValue(kind, after, shop),
});

export const AUTOMATION_ITEMS_EXAMPLE: AutomationItem[] = [
  { contractId: 10000000001, status: "SUCCEEDED", reason: null, before: "5.99", after: "4.99" },
  { contractId: 10000000002, status: "SKIPPED", reason: "CONTRACT_CANCELLED", before: "5.99", after: null },
];
