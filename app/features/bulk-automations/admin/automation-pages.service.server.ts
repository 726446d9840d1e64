import type { PrincipalShop } from "~/access/principal";
import { type ItemStatus, isOver, toOutcomeLabel, toProgress } from "~/features/bulk-automations/automation";
import type { ItemView, ListedTask, PlanView, TaskView } from "~/features/bulk-automations/automation-page";
import {
  type AutomationRow,
  countBatches,
  findRunningAutomation,
  findUndoOf,
  listAutomations,
  noteEndsSeen,
} from "~/features/bulk-automations/tasks/automations.repo.server";
import { getTask } from "~/features/bulk-automations/tasks/automations.service.server";
import {
  findItemPage,
  type ItemRow,
  listItemsAfter,
  listLeftAlone,
} from "~/features/bulk-automations/tasks/items.repo.server";
import {
  toItemView,
  toPlainValue,
  toPlanView,
  toReason,
  toTaskView,
} from "~/features/bulk-automations/tasks/task-view.server";
import type { RealTime } from "~/lib/clocks";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";

type Shop = Pick<PrincipalShop, "id" | "currencyCode" | "timeZone">;

const TASKS_SHOWN = 100;
const SAMPLE_SIZE = 10;
const FAILED_SHOWN = 50;
const LEFT_ALONE_SHOWN = 50;

/** The newest tasks, without drafts. */
export async function listTaskViews(shop: Shop, now: RealTime): Promise<ListedTask[]> {
  const tasks = await listAutomations(shop.id, { limit: TASKS_SHOWN });
  const countsOf = await countBatches(
    shop.id,
    tasks.map(({ id }) => id),
    now,
  );
  await noteEndsSeen(shop.id, tasks, now);
  // An undo is newer than the task it undoes, so it is in the list too.
  const undoneBy = new Map(
    tasks
      .filter(({ status }) => status !== "CANCELLED" && status !== "FAILED")
      .map(({ undoOf, id }) => [undoOf, id]),
  );
  return tasks.map((task) => {
    const view = toTaskView(task, countsOf(task.id), now, shop.currencyCode);
    const undo = undoneBy.get(task.id) ?? null;
    return { ...view, undoneBy: undo, mayUndo: isOver(task.status) && view.succeeded > 0 && undo === null };
  });
}

export type TaskPage = {
  task: TaskView;
  plan: PlanView | null;
  /** First contracts that will change or have changed; if there is room, those not reached, and others. */
  sample: ItemView[];
  failures: ItemView[];
  /** The first contracts that somebody else had changed meanwhile. */
  leftAlone: ItemView[];
  perSecond: number | null;
  secondsLeft: number | null;
  /** Another task that holds the shop's slot. */
  runningId: number | null;
  /** A scheduled task whose time has come: it waits for the one that holds the slot. */
  isLate: boolean;
  /** The task that undoes this one. */
  undoneBy: number | null;
  mayUndo: boolean;
};

/** Everything a task's page shows. @throws ProblemError 404 */
export async function getTaskPage(shop: Shop, id: number, now: RealTime): Promise<TaskPage> {
  const task = await getTask(shop.id, id);
  const [countsOf, sample, failed, running, undo] = await Promise.all([
    countBatches(shop.id, [id], now),
    readSample(shop.id, task),
    findItemPage(shop.id, id, { status: "FAILED", page: 0, size: FAILED_SHOWN }),
    findRunningAutomation(shop.id),
    findUndoOf(shop.id, id),
    noteEndsSeen(shop.id, [task], now),
  ]);
  const counts = countsOf(id);
  const hasLeftAlone = counts.changed > 0 || (task.summary?.reasons.CONFLICT ?? 0) > 0;
  const leftAlone = hasLeftAlone ? await listLeftAlone(shop.id, id, LEFT_ALONE_SHOWN) : [];
  const { perSecond, secondsLeft } = toProgress(task, counts, now);
  return {
    task: toTaskView(task, counts, now, shop.currencyCode),
    plan: toPlanView(task, counts, shop.currencyCode),
    sample: sample.map((item) => toItemView(item, task, shop)),
    failures: failed.items.map((item) => toItemView(item, task, shop)),
    leftAlone: leftAlone.map((item) => toItemView(item, task, shop)),
    perSecond,
    secondsLeft,
    runningId: running && running.id !== id ? running.id : null,
    isLate: task.status === "SCHEDULED" && task.startsAt !== null && task.startsAt <= now,
    undoneBy: undo?.id ?? null,
    mayUndo: isOver(task.status) && counts.succeeded > 0 && !undo,
  };
}

/**
 * For a plan, contracts that will change come first; for a started task, those that have changed and then, if it is
 * over, those that it has not reached.
 */
async function readSample(shopId: number, task: AutomationRow): Promise<ItemRow[]> {
  const left: ItemStatus[] = !task.startedAt || isOver(task.status) ? ["PLANNED"] : [];
  const order: ItemStatus[] = [...(task.startedAt ? (["SUCCEEDED"] as const) : []), ...left, "SKIPPED"];
  const items: ItemRow[] = [];
  for (const status of order) {
    if (items.length >= SAMPLE_SIZE) break;
    const page = await findItemPage(shopId, task.id, { status, page: 0, size: SAMPLE_SIZE - items.length });
    items.push(...page.items);
  }
  return items;
}

const CSV_HEADER = ["Contract", "Customer", "Before", "After", "Outcome", "Reason"];
const ITEMS_A_PIECE = 1000;

/** The whole plan with its outcomes as CSV, one contract a row, in pieces. */
export async function* exportItems(shop: Shop, task: AutomationRow): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([CSV_HEADER]);
  const toCell = (value: string | null) => toPlainValue(task.kind, value, shop);
  for (let afterId = 0; ; ) {
    const items = await listItemsAfter(shop.id, task.id, { afterId, limit: ITEMS_A_PIECE });
    const last = items.at(-1);
    if (!last) return;
    yield toCsv(
      items.map(({ contractId, customerName, before, after, status, reason }) => [
        contractId,
        customerName,
        toCell(before),
        toCell(after),
        toOutcomeLabel(status, task.status),
        reason === null ? null : toReason(task.kind, reason),
      ]),
    );
    afterId = last.id;
  }
}
