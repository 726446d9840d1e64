import {
  type BatchCounts,
  toOutcomeLabel,
  toProgress,
  toReasonText,
} from "~/features/bulk-automations/automation";
import type { ItemView, PlanView, TaskView } from "~/features/bulk-automations/automation-page";
import type { AutomationShop } from "~/features/bulk-automations/kinds/kind.server";
import { getKind } from "~/features/bulk-automations/kinds/kinds.server";
import type { RealTime } from "~/lib/clocks";
import { formatCount, formatMoney, quote } from "~/lib/format";
import { roundMoney, subtractMoney } from "~/lib/money";
import type { AutomationRow } from "./automations.repo.server";
import type { ItemRow } from "./items.repo.server";

function toTitle({ kind: name, parameters, undoOf }: AutomationRow, currencyCode: string): string {
  const kind = getKind(name);
  const title = kind.toTitle(kind.parameters.parse(parameters), currencyCode);
  return undoOf === null ? title : `Undo ${quote(title)}`;
}

const WHOM: Record<string, string> = {
  ALL: "All contracts",
  FILTER: "Contracts that match a filter",
  IDS: "Selected contracts",
};

export function toTaskView(
  task: AutomationRow,
  counts: BatchCounts,
  now: RealTime,
  currencyCode: string,
): TaskView {
  const { total, processed, succeeded, skipped, failed } = toProgress(task, counts, now);
  const { values } = getKind(task.kind);
  return {
    id: task.id,
    what: toTitle(task, currencyCode),
    whom: WHOM[task.selectionType] ?? `Contracts changed by bulk change ${task.undoOf}`,
    filterHref: task.selectionFilter === null ? null : `/admin/contracts?${task.selectionFilter}`,
    hasNumbers: values.isMoney || values.isNumber === true,
    status: task.status,
    isFirstBatchDone: task.status === "PAUSED" && task.isFirstBatchOnly,
    actor: task.actorType === "api_key" ? `API key ${task.actorName}` : task.actorName,
    createdAt: task.createdAt,
    startsAt: task.startsAt,
    failure: task.failure,
    total,
    processed,
    succeeded,
    skipped,
    failed,
  };
}

/** @param counts of its batches @returns null while there is no plan */
export function toPlanView(
  { kind, summary }: AutomationRow,
  counts: BatchCounts,
  currencyCode: string,
): PlanView | null {
  if (summary === null) return null;
  const { values } = getKind(kind);
  const sumLabel = values.isMoney ? values.sumLabel : values.sum?.label;
  const { reasons, before, after } = summary;
  const money = (amount: string) => formatMoney(amount, currencyCode);
  const toSums = (label: string, from: string, to: string) => {
    const difference = subtractMoney(to, from);
    const sign = difference.startsWith("-") ? "" : "+";
    return { label, before: money(from), after: money(to), difference: `${sign}${money(difference)}` };
  };
  return {
    changing: counts.planned,
    skipped: counts.items - counts.planned,
    reasons: Object.entries(reasons)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => ({ reason: toReason(kind, reason), count: formatCount(count) })),
    sums:
      sumLabel !== undefined && before !== undefined && after !== undefined
        ? toSums(sumLabel, before, after)
        : null,
  };
}

/** The text of a reason; the reason of a failed contract is already a sentence. */
export const toReason = (kind: string, reason: string): string =>
  toReasonText(reason, getKind(kind).skipReasons);

type ValueShop = Pick<AutomationShop, "currencyCode" | "timeZone">;

function toValue(kind: string, value: string, shop: ValueShop): string {
  const { values } = getKind(kind);
  const { currencyCode } = shop;
  return values.isMoney
    ? formatMoney(roundMoney(value, currencyCode), currencyCode)
    : values.toText(value, shop);
}

export const toItemView = (item: ItemRow, { kind, status }: AutomationRow, shop: ValueShop): ItemView => ({
  contractId: item.contractId,
  customer: item.customerName,
  status: item.status,
  outcome: toOutcomeLabel(item.status, status),
  before: item.before === null ? "" : toValue(kind, item.before, shop),
  after: item.after === null ? null : toValue(kind, item.after, shop),
  reason: item.reason === null ? null : toReason(kind, item.reason),
});

/** A value as in the API and in files: money with its currency's decimals, others as their kind says. */
export function toPlainValue(kind: string, value: string | null, shop: ValueShop): string | null {
  const { values } = getKind(kind);
  if (value === null) return null;
  if (values.isMoney) return roundMoney(value, shop.currencyCode);
  return values.toPlain?.(value, shop) ?? value;
}
