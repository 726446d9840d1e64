import type { AutomationItem, AutomationRecord } from "~/features/bulk-automations/automation-record";
import { deliveryPriceKind } from "~/features/bulk-automations/kinds/delivery-price.server";
import { toRecordExample } from "~/features/bulk-automations/kinds/kinds.server";

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

export const AUTOMATION_ITEMS_EXAMPLE: AutomationItem[] = [
  { contractId: 10000000001, status: "SUCCEEDED", reason: null, before: "5.99", after: "4.99" },
  { contractId: 10000000002, status: "SKIPPED", reason: "CONTRACT_CANCELLED", before: "5.99", after: null },
];
